// npm run bench -- inner-loop [--times 3] [--check]
// Times what a developer waits for after the change of one source: the new answer of npm run dev, one test file of the domain,
// one of an operation over HTTP, and the check of types. It changes two sources of the checkout, and puts them back. It misses
// its limits if a median is above one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openFolder } from '../harness/ending.mjs';
import { ended } from '../harness/processes.mjs';
import { median, table } from '../harness/report.mjs';
import { freePort, until } from '../harness/servers.mjs';

export const options = { times: 3, check: false };

const DOMAIN = 'domain/tasks/task.ts';
/** The summary of its operation is a part of the OpenAPI document. */
const OPERATION = 'application/areas/tasks/create-task.ts';
/** The most milliseconds of each wait, when little else runs on the machine. */
const MOST_MS = { reload: 3000, 'one domain test file': 2000, 'one HTTP test file': 5000 };

export async function run({ times: amount }) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const sources = Object.fromEntries([DOMAIN, OPERATION].map((file) => [file, readFileSync(file, 'utf8')]));
  process.on('exit', () => Object.entries(sources).forEach(([file, text]) => writeFileSync(file, text)));
  const runs = (file, ...command) => timedRuns(amount, file, sources[file], command);
  const waits = {
    reload: await reloads(amount, sources[OPERATION]),
    'one domain test file': await runs(DOMAIN, 'run', 'test:unit', '--', 'tests/areas/tasks/task-status'),
    'one HTTP test file': await runs(OPERATION, 'test', '--', 'tests/areas/tasks/create'),
    'check of types': await runs(DOMAIN, 'run', 'typecheck'),
  };
  const rows = Object.entries(waits).map(([wait, times]) => ({
    ...{ wait, 'median ms': Math.round(median(times)), 'all ms': times.map(Math.round).join(' ') },
    'limit ms': MOST_MS[wait] ?? '',
  }));
  console.log(`\nafter the change of one source\n\n${table(rows)}\n`);
  const late = Object.entries(MOST_MS).filter(([wait, most]) => median(waits[wait]) > most);
  return late.map(([wait, most]) => `ABOVE THE LIMIT: ${wait}: more than ${most} ms`);
}

/** Starts npm run dev on a database of its own. Replaces a source, as editors do, and waits for the answer that shows it. */
async function reloads(amount, source) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: await openFolder(), VIN_DECODER_URL: 'off' };
  const dev = spawn(process.execPath, ['bin/dev.mjs'], { env, stdio: 'ignore' });
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).text();
  const shown = (text) => until(async () => (await ask().catch(() => '')).includes(text), Infinity, 10);
  const times = [];
  await shown('openapi');
  for (let nth = 0; nth < amount; nth += 1) {
    const text = `The change number ${nth}`;
    const began = performance.now();
    change(OPERATION, source.replace(/summary: '[^']*'/, `summary: '${text}'`));
    await shown(text);
    times.push(performance.now() - began);
  }
  await ended(dev);
  return times;
}

/**
 * Runs an npm script several times, each time after the change of a source. The first run is not timed, because it fills caches.
 */
async function timedRuns(amount, file, source, command) {
  const times = [];
  for (let nth = 0; nth <= amount; nth += 1) {
    change(file, `${source}// change number ${nth}\n`);
    const began = performance.now();
    const [code] = await once(spawn('npm', ['--silent', ...command], { stdio: 'ignore' }), 'exit');
    if (code !== 0) throw new Error(`npm ${command.join(' ')} ended with ${code}`);
    times.push(performance.now() - began);
  }
  return times.slice(1);
}

function change(file, text) {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}
