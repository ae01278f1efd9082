import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileChanges, LAYERS } from './build.mjs';
import { watchFolders } from './watch-folders.mjs';

/**
 * The milliseconds without a further change before the service is built. An editor writes a file in several steps, and a git
 * checkout changes many files.
 */
const SETTLE_MS = 50;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
/** The environment of the service. It is a copy, because this process reads .env, which the service reads anew at each start. */
const env = { ...process.env, STOP_PAUSE: '0' };
const state = { isChanged: true, mustRestart: false, isStopping: false, wake: () => undefined };
let service;
/** the paths of the extensions in TypeScript */
let extensions = [];
let database;
let settled;

const watches = { layers: watchFolders(LAYERS, noticeChange) };
// On Ctrl-C the terminal has sent the signal to the service already, which ignores a second one. On `kill` only this process gets
// it. It comes here from npm because the script begins with `exec`: a shell would not pass it on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => notice({ isStopping: true }));

while (!state.isStopping) {
  if (state.isChanged) await reload();
  else await new Promise((resolve) => (state.wake = resolve));
}
const exitCode = await stopService();
await database?.stop();
process.exit(exitCode);

function notice(news) {
  Object.assign(state, news);
  state.wake();
}

/** Takes notice of a change when no further one follows at once. */
function noticeChange() {
  clearTimeout(settled);
  settled = setTimeout(() => notice({ isChanged: true }), SETTLE_MS);
}

async function reload() {
  const { mustRestart } = state;
  Object.assign(state, { isChanged: false, mustRestart: false });
  for (const watchAgain of Object.values(watches)) watchAgain();
  try {
    if (!compileChanges() && service && !mustRestart) return;
    if (service && mustRestart) await compileExtensions();
  } catch (error) {
    const now = service ? 'The service runs on without the change.' : 'The service starts at the next change of a file.';
    process.stderr.write(`the build failed: ${error.message}\n${now}\n`);
    return;
  }
  await stopService();
  await prepare();
  if (!state.isStopping) startService();
}

/** Starts the service. If it fails, it is started again after the next change of a file. */
function startService() {
  const started = spawn(process.execPath, ['dist/infrastructure/main.js'], { stdio: 'inherit', env });
  service = started;
  started.once('exit', () => {
    if (service !== started) return; // it was told to end
    service = undefined;
    if (!state.isStopping) process.stderr.write('The service has ended. It starts again at the next change of a file.\n');
  });
}

/** Returns the service's exit code, or 0 if it does not run. */
async function stopService() {
  if (!service) return 0;
  const stopped = service;
  service = undefined;
  stopped.kill('SIGTERM');
  const [code] = await once(stopped, 'exit');
  return code ?? 1;
}

/** Compiles the extensions as a start of the service does, so that a wrong syntax is found while the service still runs. */
async function compileExtensions() {
  const { bundled } = await import('../dist/infrastructure/extensions/bundled.js');
  for (const path of extensions) await bundled(path);
}

/**
 * Watches the folders of the extensions. The service compiles them when it starts. The checkout's root is not watched, because
 * other programs write there.
 */
function watchExtensions(modules) {
  const paths = modules.filter((module) => existsSync(module)).map((module) => resolve(module));
  extensions = paths.filter((path) => path.endsWith('.ts'));
  const folders = paths.map((path) => dirname(path));
  watches.extensions ??= watchFolders(
    folders.filter((folder) => folder !== process.cwd()),
    () => {
      state.mustRestart = true;
      noticeChange();
    },
  );
  watches.extensions();
}

/**
 * Watches the extensions, and opens the embedded database as a visitor, so that it runs on while the service restarts. The service
 * takes it over. If the settings are wrong or the database cannot be opened, the service says so.
 */
async function prepare() {
  if (database) return;
  try {
    const [{ loadDotEnv }, { readConfig }, { openDatabase }] = await Promise.all([
      import('../dist/infrastructure/settings/config.js'),
      import('../dist/infrastructure/settings/config.js'),
      import('../dist/infrastructure/database/database.js'),
    ]);
    loadDotEnv();
    const config = readConfig(process.env, false);
    watchExtensions(config.extensions);
    database = await openDatabase(config, 'visitor');
  } catch {
    // the next restart tries again
  }
}
