// npm run bench -- inner-loop [--times 3] [--check]
// Times what a developer waits for after the change of one source: the new answer of npm run dev, one test file of the domain, one
// of an operation over HTTP, and the check of types. It changes two sources of the checkout, and puts them back. With --check the
// exit code is 1 if a median is above its limit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.mjs';
import { median, table } from './report.mjs';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { times: { type: 'string', default: '3' }, check: { type: 'boolean', default: false } },
});
const DOMAIN = 'domain/tasks/task.ts';
/** The summary of its operation is a part of the OpenAPI document. */
const OPERATION = 'application/areas/tasks/create-task.ts';
/** The most milliseconds of each wait, when little else runs on the machine. */
const MOST_MS = { reload: 3000, 'one domain test file': 2000, 'one HTTP test file': 5000 };

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const sources = new Map([DOMAIN, OPERATION].map((file) => [file, readFileSync(file, 'utf8')]));
process.on('exit', () => {
  for (const [file, text] of sources) writeFileSync(file, text);
});
process.on('SIGINT', () => process.exit(1));

const waits = {
  reload: await reloads(),
  'one domain test file': await runs(DOMAIN, 'run', 'test:unit', '--', 'tests/areas/tasks/task-status'),
  'one HTTP test file': await runs(OPERATION, 'test', '--', 'tests/areas/tasks/create'),
  'check of types': await runs(DOMAIN, 'run', 'typecheck'),
};
const late = [];
const rows = Object.entries(waits).map(([wait, times]) => {
  const most = MOST_MS[wait];
  if (most !== undefined && median(times) > most) late.push(`${wait}: more than ${most} ms`);
  return { wait, 'median ms': Math.round(median(times)), 'all ms': times.map(Math.round).join(' '), 'limit ms': most ?? '' };
});
console.log(`\nafter the change of one source\n\n${table(rows)}\n`);
for (const one of late) console.log(`ABOVE THE LIMIT: ${one}`);
process.exit(options.check && late.length > 0 ? 1 : 0);

/** Starts npm run dev on a database of its own. Replaces a source, as editors do, and waits for the answer that shows it. */
async function reloads() {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-operations-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run under another account, which must be able to enter the folder
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, VIN_DECODER_URL: 'off' };
  const dev = spawn(process.execPath, ['bin/dev.mjs'], { env, stdio: 'ignore' });
  const times = [];
  try {
    await shown(port, 'openapi');
    for (let nth = 0; nth < Number(options.times); nth += 1) {
      const text = `The change number ${nth}`;
      const began = performance.now();
      change(OPERATION, sources.get(OPERATION).replace(/summary: '[^']*'/, `summary: '${text}'`));
      await shown(port, text);
      times.push(performance.now() - began);
    }
  } finally {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  return times;
}

async function shown(port, text) {
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).text();
  while (!(await ask().catch(() => '')).includes(text)) await sleep(10);
}

/** Runs an npm script several times, each time after the change of a source. The first run is not timed, because it fills caches. */
async function runs(file, ...command) {
  const times = [];
  for (let nth = 0; nth <= Number(options.times); nth += 1) {
    change(file, `${sources.get(file)}// change number ${nth}\n`);
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
