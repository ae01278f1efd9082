import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** A `.env` file in the working directory, which the environment overrides. */
export function loadDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
