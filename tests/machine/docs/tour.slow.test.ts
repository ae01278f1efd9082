import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';

const PAGES = ['README.md', 'docs/tour.md'];
/** The files that the tour stores in the working folder, which is the checkout, because it calls `npx shop-ops`. */
const STORED = ['tone.wav', 'voicemail.wav', 'export.headers'];
/** It serves until it is told to stop. */
const ENDLESS = 'npx shop-ops listen';

let dataDir: string;
let service: ChildProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-operations-tour-'));
  service = spawn(process.execPath, ['bin/start.mjs'], { env: environment(), stdio: 'ignore' });
  await eventually(() => existsSync(join(dataDir, 'demo.json')), Boolean, 120_000);
}, 150_000);

afterAll(async () => {
  service.kill('SIGTERM');
  await once(service, 'exit');
  await Promise.all([dataDir, ...STORED].map((path) => rm(path, { recursive: true, force: true })));
}, 60_000);

function environment(): NodeJS.ProcessEnv {
  return bareEnvironment({ DATA_DIR: dataDir, PORT: '0', STOP_PAUSE: '0' });
}

/** The lines of a page that a reader pastes, one script for each block. */
async function scriptsOf(page: string): Promise<string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, script = '']) => script)
    .filter((script) => !script.startsWith('npm ') && !script.startsWith(ENDLESS));
}

it.each(PAGES)(
  'every line of %s can be pasted, and is answered',
  async (page) => {
    const scripts = await scriptsOf(page);
    expect(scripts.length).toBeGreaterThan(0);
    const file = join(dataDir, 'pasted.sh');
    // Each block says its number before it runs, so that a failure names it.
    await writeFile(
      file,
      scripts.map((script, number) => `printf '\\n### ${number}\\n'\n${script}\n`).join('') + "wait; printf '\\n### end\\n'\n",
    );
    const { stdout } = await promisify(execFile)('bash', ['-e', file], { env: environment(), maxBuffer: 64 * 1024 * 1024 });
    const answers = stdout.split(/^### /m).slice(1);
    expect(answers.length).toBe(scripts.length + 1);
    const refused = answers.filter((answer) => answer.includes('"error":{'));
    // The page shows two refusals itself: a name that is missing, and a contact who has sent STOP.
    expect(refused.length).toBe(page === 'docs/tour.md' ? 2 : 0);
    expect(answers.join('')).not.toMatch(/undefined|\[object Object\]/);
  },
  180_000,
);
