import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../harness/servers.mjs';
import { ended } from '../../harness/processes.mjs';
import { CopyFile } from './copy/copy-file.mjs';

const PROGRAM = fileURLToPath(new URL('copy/copying-program.mjs', import.meta.url));

/** Starts the program that keeps a copy, in a process of its own that can be killed. */
export function startCopying({ folder, token }, url) {
  const path = join(folder, 'copy.ndjson');
  let running = null;
  let fault = null;
  const start = () => {
    const child = spawn(process.execPath, [PROGRAM, path], {
      env: { ...process.env, API: url, KEY: token },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (piece) => (complaint += piece));
    child.once('exit', (code) => code !== null && (fault ??= `the copying program ended with ${code}: ${complaint}`));
    running = child;
  };
  start();
  return {
    kill: () => ended(running, 'SIGKILL'),
    start,
    copy: () => new CopyFile(path),
    fault: () => fault,
    /** Waits until the copy has every event up to a number. Returns what `until` returns. */
    reaches: (number, mostMs) => until(() => fault !== null || new CopyFile(path).position >= number, mostMs, 500),
  };
}
