#!/usr/bin/env -S node --max-semi-space-size=4
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { build, COMMANDS, isBundled } from './build.mjs';
import { load, loadBundled } from './load.mjs';

// The option above keeps V8's new space small, so that an import of any size needs a sixth less memory.
/** These are answered without a database. */
const ABOUT = ['--help', '-h', '--version'];

if (existsSync('.env')) loadEnvFile('.env'); // it may name extensions
// Extensions import modules of dist/, and share them with the commands. So they need the command line in modules.
if (!process.env.EXTENSIONS?.trim() && isBundled()) {
  await loadBundled(COMMANDS);
} else {
  build();
  await load('infrastructure/cli/run-command.js');
  // A command would import this by itself, but more slowly.
  if (!process.argv.some((word) => ABOUT.includes(word))) await load('infrastructure/cli/open-session.js');
  await import('../dist/infrastructure/cli/main.js');
}
