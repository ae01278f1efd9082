import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['domain', 'application', 'adapters', 'infrastructure'];
/**
 * The milliseconds to wait for more changes before a restart. An editor writes a file in several steps, and a git checkout
 * changes many files.
 */
const SETTLE_MS = 150;

let service;
let restarting = false;
let stopping = false;

/** Builds and starts the service. If it fails, it is started again after the next change of a file. */
function start() {
  restarting = false;
  service = spawn(process.execPath, ['bin/start.mjs'], { cwd: root, stdio: 'inherit', env: { ...process.env, STOP_PAUSE: '0' } });
  service.once('exit', (code) => {
    service = undefined;
    if (stopping) process.exit(code ?? 1);
    if (restarting) start();
    else process.stderr.write('The service has ended. It starts again at the next change of a file.\n');
  });
}

function restart() {
  if (stopping) return;
  if (!service) return start();
  restarting = true;
  service.kill('SIGTERM');
}

function stop() {
  stopping = true;
  if (!service) process.exit(0);
  // On Ctrl-C the terminal has sent the signal to the service already, which ignores a second one. On `kill` this is the only
  // signal that the service gets. It comes here from npm because the script begins with `exec`: a shell would not pass it on.
  service.kill('SIGTERM');
}

let settled;
for (const folder of SOURCES) {
  watch(`${root}${folder}`, { recursive: true }, () => {
    clearTimeout(settled);
    settled = setTimeout(restart, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
start();
