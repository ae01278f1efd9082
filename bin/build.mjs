import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const COMPILED = ['domain', 'application', 'adapters', 'infrastructure', 'ormconfig.ts'];
const SOURCES = [...COMPILED, '.swcrc', 'package-lock.json'];
const DIST = join(root, 'dist');
const STAMP = '.built-from';
const STDERR = 2; // stdout is only for the result of a command

/**
 * Compiles the checkout into dist/, unless dist/ was made from the same sources. It does not check types; `npm run typecheck`
 * does. A deployment has no sources, so there this function does nothing, and the dist/ of the package is used.
 */
export function build() {
  if (!existsSync(join(root, 'infrastructure')) || stampOf(DIST) === stateOfSources()) return;
  const fresh = join(root, 'node_modules', '.cache', `dist-${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    compile(fresh);
    replaceDist(fresh);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(`the build failed: ${error.message}\n`);
    process.exit(1);
  }
}

function compile(target) {
  const state = stateOfSources();
  const { status } = spawnSync(process.execPath, [compiler(), ...COMPILED, '-d', target, '--quiet'], {
    cwd: root,
    stdio: ['ignore', STDERR, STDERR],
  });
  if (status !== 0) throw new Error(`swc ended with ${status}`);
  writeFileSync(join(target, STAMP), state);
}

function compiler() {
  try {
    return join(createRequire(import.meta.url).resolve('@swc/cli/package.json'), '..', 'bin', 'swc.js');
  } catch {
    throw new Error('dist/ was not built from these sources, and the compiler is not installed (run npm ci)');
  }
}

/**
 * Replaces dist/ by renaming folders, so that a program that starts at this moment never sees half of it. Several builds may run
 * at the same time.
 */
function replaceDist(fresh) {
  const old = `${fresh}-old`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (existsSync(DIST)) renameSync(DIST, old);
      renameSync(fresh, DIST);
      break;
    } catch (error) {
      if (attempt === 20) throw error; // tried again: another build may have put its dist/ there between the renames
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

function stampOf(folder) {
  const file = join(folder, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Returns a hash of the sources' content. The times of the files are not enough, because a checkout gives its files new times.
 */
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
