import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['domain', 'application', 'adapters', 'infrastructure', 'ormconfig.ts', '.swcrc', 'package-lock.json'];
const STAMP = join(root, 'dist', '.built-from');

/** Compiles the checkout into dist/ unless dist/ is already made from it. Types are checked by `npm run typecheck`. */
export function build() {
  const state = stateOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const require = createRequire(import.meta.url);
  const swc = join(require.resolve('@swc/cli/package.json'), '..', 'bin', 'swc.js');
  const args = [swc, ...SOURCES.slice(0, 5), '-d', 'dist', '--quiet'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('the build failed');
  writeFileSync(STAMP, state);
}

/** By content, not by time: a checkout gives its files new times. */
function stateOfSources() {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(join(root, path))) return;
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(join(path, name));
    } else {
      hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    }
  };
  for (const path of SOURCES) add(path);
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
