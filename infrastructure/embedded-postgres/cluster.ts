import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { provideBinaries } from './binaries.js';
import type { Binaries } from './binaries.js';
import type { ServerAccount } from './child-command.js';
import { ensureCluster } from './cluster-init.js';
import { clusterHome } from './cluster-home.js';
import { EmbeddedPostgresError, errorMessage } from './errors.js';
import { chooseAccount } from './server-account.js';

/** A cluster whose files exist, and what is needed to start its server. */
export interface Cluster {
  readonly dataDir: string;
  /** the folder of PostgreSQL's own data */
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
}

/** Returns the cluster of a data folder. The first call creates the cluster. */
export async function openCluster(givenDataDir: string): Promise<Cluster> {
  await mkdir(givenDataDir, { recursive: true }).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`DATA_DIR cannot be created: ${errorMessage(error)}`);
  });
  const dataDir = await realpath(givenDataDir);
  const account = await chooseAccount(join(dataDir, 'postgres'));
  const binaries = await provideBinaries(dataDir, account);
  const home = await clusterHome(dataDir, account);
  await ensureCluster(home, binaries, account);
  return {
    dataDir,
    data: await realpath(join(home, 'data')),
    logFile: join(dataDir, 'postgres.log'),
    password: await readPassword(home),
    binaries,
    account,
  };
}

async function readPassword(home: string): Promise<string> {
  const file = join(home, 'password');
  const password = (
    await readFile(file, 'utf8').catch((error: unknown) => {
      throw new EmbeddedPostgresError(`the embedded database's password cannot be read: ${errorMessage(error)}`);
    })
  ).trim();
  if (!/^[0-9a-f]+$/.test(password)) throw new EmbeddedPostgresError(`${file} does not hold a password that this service made`);
  return password;
}
