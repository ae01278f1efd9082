#!/usr/bin/env -S node --max-semi-space-size=4
import { build, COMMANDS, findBundle } from './build.mjs';
import { hasExtensions, load, loadBundled, loadDotEnv } from './load.mjs';

// The option above keeps V8's new space small, so that an import of any size needs a sixth less memory.
/** These are answered without a database. */
const ABOUT = ['--help', '-h', '--version'];

loadDotEnv();
const bundle = hasExtensions() ? null : findBundle();
if (bundle !== null) {
  await loadBundled(bundle, COMMANDS);
} else {
  build();
  await load('infrastructure/cli/run-command.js');
  // A command would import this by itself, but more slowly.
  if (!process.argv.some((word) => ABOUT.includes(word))) await load('infrastructure/cli/open-session.js');
  await import('../dist/infrastructure/cli/main.js');
}
