import { InvalidArgumentError } from 'commander';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { Assembly } from '../extensions/assembly.js';
import type { MadeBackup } from '../backup/make-backup.js';
import { backupAt, isBackupAddress, placeOf } from '../backup/place-of.js';
import { inOneLine } from '../server/process-life.js';
import { BACKUP_PLACE } from '../settings/settings.js';
import { argument, command, flag, onTables, optional, wholeNumber, wrongUsage, type Terminal } from './command.js';
import { keepHeapSmall } from './typed.js';

const ABOUT_BACKUP = `
A backup is the folder backup-TIME of the place, with the database and the list of the files at one moment. The files themselves
lie in the folder files beside it, by their hash, once for all backups, so a backup is copied elsewhere with that folder. The
signing keys are not in it: keep them elsewhere. A file that RECORDINGS has lost is counted and left out, and the exit code stays
the same. With --verify, a damaged file of the place is copied again from RECORDINGS. With --keep, older backups are removed after
the new one was verified, but never the last one that was verified.
Exit codes: 0 made, 1 not made (the reason is on stderr), 2 wrong usage, 3 made, but not verified.`;

const ABOUT_VERIFY = `
It restores the backup into a database of its own, which is dropped afterwards, compares the rows, reads all files, and asks the
doctor. The role of DATABASE_URL must be allowed to create a database.`;

const ABOUT_RESTORE = `
The copy is silent: no text, e-mail or webhook goes out and no file is fetched before shop-ops wake. If the command is
interrupted, run it again. Texts that waited are unconfirmed in the copy, and deliveries to webhooks are canceled.`;

const NOT_VERIFIED = 3;

/** Shows on a terminal what a long command does. */
function tellOf({ stderr }: Pick<Terminal, 'stderr'>): { readonly tell: (what: string) => void; readonly end: () => void } {
  const write = (text: string): void => {
    if (stderr.isTTY === true) stderr.write(`\r\u001B[K${text}`);
  };
  return {
    tell: write,
    end: () => {
      write('');
    },
  };
}

function readPlace(text: string): string {
  if (!BACKUP_PLACE.test(text)) throw new InvalidArgumentError('It must be a folder, or s3://BUCKET/PREFIX.');
  return text;
}

const backupPath = argument('<path>', 'the folder of the backup, or its address s3://BUCKET/PREFIX/backup-TIME', {
  read: (text) => {
    if (!isBackupAddress(text)) throw new InvalidArgumentError('It must be a folder, or s3://BUCKET/PREFIX/backup-TIME.');
    return text;
  },
});

const make = onTables({
  name: 'backup make',
  about: 'save the database and the files; backup alone does it, too',
  isDefault: true,
  input: {
    to: optional('<place>', 'a folder, or s3://BUCKET/PREFIX (default: BACKUP_TO)', { read: readPlace }),
    verify: flag('verify the backup when it is made'),
    keep: optional('<number>', 'verify it, and then keep only the newest backups', wholeNumber(1, 10_000)),
  },
  help: ABOUT_BACKUP,
  async run(session, { to = session.config.backups.to ?? undefined, verify, keep }) {
    if (to === undefined) throw wrongUsage('--to PLACE is needed, because BACKUP_TO is not set');
    const { config, connections, use, stopping, extensions } = session;
    const { makeBackup } = await import('../backup/make-backup.js');
    const { addressOf } = await import('../backup/manifest.js');
    const { signingKeys } = await import('../database/database.js');
    keepHeapSmall();
    const place = await placeOf(to, config);
    const [now, keys, progress] = [use(Clock).now(), await signingKeys(config), tellOf(session)];
    const source = { connections, files: use(FileStorage), signingKeys: keys, now, stopping, tell: progress.tell };
    try {
      const made = await makeBackup(source, place);
      const path = addressOf(place, made.name);
      if (!verify && keep === undefined) return { document: shown(path, made, false, []), text: inWords(path, made) };
      const { verifyBackup } = await import('../backup/verify-backup.js');
      const { removeOld } = await import('../backup/old-backups.js');
      let repaired = 0;
      try {
        const given = { ...source, config, assembly: new Assembly(extensions), originals: source.files };
        ({ repaired } = await verifyBackup(given, place, made.name));
      } catch (error) {
        const failure = `${path} was made, but not verified: ${inOneLine(error)}`;
        return { document: shown(path, made, false, []), text: inWords(path, made), failure, exitCode: NOT_VERIFIED };
      }
      const removed = keep === undefined ? [] : await removeOld(place, keep, now);
      const again = repaired === 0 ? [] : [`${repaired} files of the place were damaged, and were copied again.`];
      const lines = [inWords(path, made), 'It was verified.', ...again, ...removed.map((name) => `Removed ${name}.`)];
      return { document: { ...shown(path, made, true, removed), repaired_files: repaired }, text: lines.join('\n') };
    } finally {
      progress.end();
    }
  },
});

function shown(path: string, { manifest }: MadeBackup, verified: boolean, removed: readonly string[]) {
  const { release, moment, tables, files } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { count = 0, bytes = 0, lost = 0 } = files ?? {};
  return {
    path,
    release,
    moment,
    tables: tables.length,
    rows,
    files: count,
    bytes_of_files: bytes,
    lost_files: lost,
    verified,
    removed,
  };
}

function inWords(path: string, made: MadeBackup): string {
  const { rows, files, lost_files: lost } = shown(path, made, false, []);
  return `${path}: ${rows} rows and ${files} files${lost === 0 ? '' : `; ${lost} files were lost before`}.`;
}

const verify = command({
  name: 'backup verify',
  makesDatabase: true,
  about: 'prove that a backup can be restored',
  input: { path: backupPath },
  help: ABOUT_VERIFY,
  run: ({ sessions, extensions, stderr }, { path }) =>
    sessions.withDatabase(async ({ config, connections, use }) => {
      const { verifyBackup } = await import('../backup/verify-backup.js');
      const { signingKeys } = await import('../database/database.js');
      keepHeapSmall();
      const progress = tellOf({ stderr });
      const given = {
        config,
        assembly: new Assembly(extensions),
        connections,
        signingKeys: await signingKeys(config),
        originals: null,
        now: use(Clock).now(),
      };
      const { place, name } = await backupAt(path, config);
      try {
        const { manifest } = await verifyBackup({ ...given, tell: progress.tell }, place, name);
        return {
          document: shown(path, { name, manifest }, true, []),
          text: `${inWords(path, { name, manifest })} It was verified.`,
        };
      } finally {
        progress.end();
      }
    }),
});

const restore = command({
  name: 'restore',
  changes: true,
  makesDatabase: true,
  about: 'restore a backup into an empty database; nothing goes out of the copy',
  input: {
    path: backupPath,
    newKeys: flag('restore it under other signing keys than those with which it was made'),
  },
  help: ABOUT_RESTORE,
  run: ({ sessions, stderr }, { path, newKeys }) =>
    sessions.withDatabase(async (session) => {
      const { restoreBackup } = await import('../backup/restore-backup.js');
      const { signingKeys } = await import('../database/database.js');
      keepHeapSmall();
      const { dataSource, connections, use, config } = session;
      const [keys, progress] = [await signingKeys(config), tellOf({ stderr })];
      const given = { dataSource, connections, files: use(FileStorage), signingKeys: keys, newKeys, tell: progress.tell };
      const { place, name } = await backupAt(path, config);
      try {
        const { manifest, hasOldKeys, webhooks } = await restoreBackup(given, place, name);
        const lines = [
          `Restored ${inWords(path, { name, manifest })}`,
          'Nothing goes out of this copy. shop-ops wake --list shows what waits, and shop-ops wake lets it go on.',
          ...(hasOldKeys ? [] : [`Under new signing keys: rotate the secrets of ${webhooks} webhooks. ${LOST_WITH_KEYS}`]),
        ];
        return { document: { ...shown(path, { name, manifest }, false, []), silent: true }, text: lines.join('\n') };
      } finally {
        progress.end();
      }
    }),
});

const LOST_WITH_KEYS = 'Blocks of erased people are not found any more, and cursors and links of before are refused.';

export const backupCommands = [make, verify];
export const restoreCommands = [restore];
