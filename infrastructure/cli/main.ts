import { loadDotEnv } from '../dot-env.js';
import { codeOf } from '../plain-words.js';
import { runCommand } from './run-command.js';

process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') throw error;
  process.exit(0); // `… | head` has read enough
});
loadDotEnv();
// Not `process.exit`: what was written to a pipe must reach it.
process.exitCode = await runCommand(process.argv.slice(2), process.env);
