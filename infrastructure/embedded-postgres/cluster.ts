import { randomBytes } from 'node:crypto';
import { chown, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../adapters/files/made-folder.js';
import { messageOf, systemCodeOf } from '../../adapters/system-errors.js';
import { chooseAccount, runCommand, type ServerAccount } from './account.js';
import { majorVersion, provideProgram } from './binaries.js';
import { EmbeddedPostgresError } from './errors.js';
import { clusterFolder, makeAtOnce } from './folders.js';

/** The cluster's superuser. The service connects as this user. */
export const DATABASE_USER = 'shop_operations';

// Options of initdb for the locale, of which the first that works is used. A system without C.UTF-8 gets PostgreSQL's built-in
// locale, which also knows all letters.
const LOCALES: readonly (readonly string[])[] = [
  ['--locale=C.UTF-8'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/** A cluster whose files exist, and what is needed to start its server. */
export interface Cluster {
  readonly dataDir: string;
  /** the folder of PostgreSQL's own data */
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
  readonly account: ServerAccount;
}

/**
 * Returns the cluster of a data folder. The first call creates the cluster.
 * @param progress is told of what takes long
 */
export async function openCluster(givenDataDir: string, progress?: (message: string) => void): Promise<Cluster> {
  await makeFolder(givenDataDir).catch((error: unknown) => {
    throw new EmbeddedPostgresError(`DATA_DIR cannot be created: ${messageOf(error)}`);
  });
  const dataDir = await realpath(givenDataDir);
  const account = await chooseAccount(join(dataDir, 'postgres'));
  const folder = await clusterFolder(dataDir, account);
  const isMade = (): Promise<boolean> => hasCluster(folder);
  await makeAtOnce(folder, isMade, async (unfinished) => {
    const initdb = await provideProgram('initdb', dataDir, account);
    progress?.(`making the embedded database in ${dataDir}`);
    await writePassword(join(unfinished, 'password'), account);
    if (account) await chown(unfinished, account.uid, account.gid);
    await runInitdb(unfinished, initdb, account);
  });
  await requireMajor(folder, dataDir);
  const [data, logFile] = [await realpath(join(folder, 'data')), join(dataDir, 'postgres.log')];
  return { dataDir, data, logFile, password: await readPassword(join(folder, 'password')), account };
}

function hasCluster(folder: string): Promise<boolean> {
  return stat(join(folder, 'data', 'PG_VERSION')).then(
    () => true,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw new EmbeddedPostgresError(
        `the embedded database in ${folder} belongs to another account (${systemCodeOf(error)}): ` +
          'start the service as that account, or set DATA_DIR or DATABASE_URL',
      );
    },
  );
}

/** The data go to another major version of PostgreSQL through a backup, for which the release before has the programs. */
async function requireMajor(folder: string, dataDir: string): Promise<void> {
  const made = (await readFile(join(folder, 'data', 'PG_VERSION'), 'utf8')).trim();
  const major = await majorVersion();
  if (made === major) return;
  throw new EmbeddedPostgresError(
    `the embedded database in ${dataDir} is one of PostgreSQL ${made}, and this release has PostgreSQL ${major}: with the release that ` +
      'made it run shop-ops backup --to FOLDER and stop it, rename the folder postgres in DATA_DIR, and run shop-ops restore FOLDER/backup-TIME ' +
      'and shop-ops wake here',
  );
}

async function writePassword(path: string, account: ServerAccount): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(24).toString('hex')}\n`);
    if (account) await file.chown(account.uid, account.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new EmbeddedPostgresError(`the embedded database's password cannot be read: ${messageOf(error)}`);
  });
  if (!/^[0-9a-f]+\n?$/.test(text)) throw new EmbeddedPostgresError(`${path} does not hold a password that this service made`);
  return text.trim();
}

/** Every connection needs the password, because every user of this machine can connect to the server's port. */
async function runInitdb(folder: string, initdb: string, account: ServerAccount): Promise<void> {
  const data = join(folder, 'data');
  const secrets = ['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`, `--username=${DATABASE_USER}`];
  let output = '';
  for (const locale of LOCALES) {
    const ran = await runCommand(initdb, [`--pgdata=${data}`, '--encoding=UTF8', ...locale, ...secrets], account);
    if (ran.ok) return;
    output = ran.output;
    if (!output.includes('invalid locale name')) break;
    await rm(data, { recursive: true, force: true });
  }
  const reason = output.trim().split('\n').slice(-3).join(' ');
  throw new EmbeddedPostgresError(`the embedded database could not be created (initdb): ${reason}`);
}
