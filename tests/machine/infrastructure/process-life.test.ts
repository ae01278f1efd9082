import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a service that throws in this way once it runs, and stops it with a signal. Returns its log and its exit code. */
async function lived(fault: string): Promise<{ readonly log: string; readonly code: number | null }> {
  const script = `
    import { liveUntilTold } from './dist/infrastructure/server/process-life.js';
    const say = (message) => console.log(message);
    const start = async () => {
      setInterval(() => undefined, 1000); // a service never runs out of work
      setTimeout(() => { ${fault} }, 1);
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100);
      return { failed: new Promise(() => undefined), stop: async () => undefined };
    };
    process.exit(await liveUntilTold(start, { info: say, warn: say, error: say }, 1000));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { log: await text(child.stdout), code: await ended };
}

it('a rejection that nobody handles is logged, and the process goes on', async () => {
  expect(await lived(`Promise.reject(new Error('left over'))`)).toEqual({
    log: 'an error that nobody handles\nstopping\n',
    code: 0,
  });
});

it('an exception that nobody catches ends the process in order', async () => {
  expect(await lived(`throw new Error('in doubt')`)).toEqual({ log: 'unexpected error, stopping\n', code: 1 });
});
