import { systemCodeOf } from '../../adapters/system-errors.js';
import { inOneLine } from '../server/process-life.js';
import { loadDotEnv } from '../settings/config.js';
import { runCommand } from './run-command.js';

// A failure of stdout must not end the process at once: the command may have started a database, and still has to stop it.
process.stdout.on('error', (error) => {
  if (systemCodeOf(error) === 'EPIPE') return; // the program that reads the pipe has ended, as `head` does
  process.once('exit', (exitCode) => {
    if (exitCode !== 0) return; // the command has already reported a failure of its own
    process.stderr.write(`shop-ops: ${inOneLine(error)}\n`);
    process.exitCode = 1;
  });
});
process.stderr.on('error', () => undefined); // nobody is left who could be told
loadDotEnv();
// The exit code is only set here, and the process ends by itself: `process.exit` would lose output that a pipe has not taken yet.
process.exitCode = await runCommand(process.argv.slice(2), process.env);
