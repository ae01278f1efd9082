import { loadDotEnv } from '../settings/dot-env.js';
import { codeOf, inOneLine } from '../process/error-text.js';
import { runCommand } from './run-command.js';

// Whatever becomes of the output the command ends in order, with the database that it may have started.
process.stdout.on('error', (error) => {
  if (codeOf(error) === 'EPIPE') return; // `… | head` has read enough
  process.once('exit', (exitCode) => {
    if (exitCode !== 0) return; // it was told
    process.stderr.write(`shop-ops: ${inOneLine(error)}\n`);
    process.exitCode = 1;
  });
});
loadDotEnv();
// Not `process.exit`: what was written to a pipe must reach it.
process.exitCode = await runCommand(process.argv.slice(2), process.env);
