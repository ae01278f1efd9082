import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Below node_modules, so that a release finds the installed packages if it has none of its own. */
const RELEASES = join(root, 'node_modules/.cache/releases');
const run = promisify(execFile);
// The checkout may belong to another user: git refuses that without safe.directory.
const git = async (...args) => (await run('git', ['-c', `safe.directory=${root}`, ...args], { cwd: root })).stdout.trim();

/**
 * Builds another commit of this repository, once.
 * @param from a commit; null: the one that made the newest release of CHANGELOG.md
 * @returns its `commit`, its `folder`, its `main` module, and a function that runs a command of it
 * @throws Error with one line if this clone does not have the commit
 */
export async function releaseBuild(from) {
  const commit = await commitOf(from);
  const folder = join(RELEASES, commit);
  if (!existsSync(folder)) await buildInto(folder, commit);
  return {
    commit: commit.slice(0, 8),
    folder,
    main: join(folder, 'dist/infrastructure/main.js'),
    command: async (args, env) =>
      JSON.parse((await run(process.execPath, ['bin/shop-ops.mjs', ...args, '--json'], { cwd: folder, env })).stdout),
  };
}

async function commitOf(from) {
  if ((await git('rev-parse', '--is-shallow-repository').catch(() => 'true')) === 'true' && from === null)
    throw new Error(
      'the last release is not in this copy of the repository: run `git fetch --unshallow` in a clone, or give --from',
    );
  const named = () => git('rev-parse', '--verify', '--quiet', `${from}^{commit}`).catch(() => '');
  const found = await (from === null ? lastRelease() : named());
  if (found === '') throw new Error(`this clone has no commit ${from ?? 'that made the last release'}`);
  return found;
}

/** The commit that gave the newest section of the changelog its version. */
async function lastRelease() {
  const heading = /^## \d+\.\d+\.\d+ \(/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[0];
  return heading === undefined ? '' : git('log', '-1', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md');
}

/** Builds in a folder of its own first, because another drill may build the same release. */
async function buildInto(folder, commit) {
  await mkdir(RELEASES, { recursive: true });
  const building = await mkdtemp(join(RELEASES, 'building-'));
  try {
    const archive = join(building, 'release.tar');
    await git('archive', `--output=${archive}`, commit);
    await run('tar', ['-xf', archive, '-C', building]);
    await rm(archive);
    if (!hasItsPackages(building)) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: building });
    await run(process.execPath, ['bin/build.mjs'], { cwd: building });
    await rename(building, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** True if the packages that are installed here are those that the release names. */
function hasItsPackages(folder) {
  const [theirs, ours] = [folder, root].map((place) => JSON.parse(readFileSync(join(place, 'package-lock.json'))).packages);
  const names = Object.keys(theirs[''].dependencies).map((name) => `node_modules/${name}`);
  return names.every((name) => theirs[name].version === ours[name]?.version);
}
