#!/usr/bin/env node
import { build } from './build.mjs';
import { load } from './load.mjs';

/** These are answered without a database. */
const ABOUT = ['--help', '-h', '--version'];

build();
await load('infrastructure/cli/run-command.js');
// A command would import this by itself, but more slowly.
if (!process.argv.some((word) => ABOUT.includes(word))) await load('infrastructure/cli/open-session.js');
await import('../dist/infrastructure/cli/main.js');
