import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Loads a `.env` file of the working directory, if there is one. Variables of the environment take precedence. */
export function loadDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
