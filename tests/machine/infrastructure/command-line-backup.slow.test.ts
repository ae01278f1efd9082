import { command, expectRefusal } from '../../support/command-line.js';

const PLACE = 'It must be a folder, or s3://BUCKET/PREFIX';
const FILE = 'It must be the name of a file';

it.each([
  [['backup', 'foo'], "unknown command 'foo'"],
  [['backup', '--to', ''], PLACE],
  [['backup', '--to', 'http://foo'], PLACE],
  [['backup', '--to', 's3://'], PLACE],
  [['backup', 'verify', ''], PLACE],
  [['backup', 'verify', 's3://bucket'], PLACE],
  [['backup', 'verify', 'http://foo/backup'], PLACE],
  [['restore', '/'], PLACE],
  [['restore', 's3://bucket'], PLACE],
  [['shop', 'export', 'x', '--out', ''], FILE],
  [['shop', 'export', 'x', '--out', '-'], FILE],
  [['wake', '--shop', 'x', 'shop'], '--shop needs no name of the database'],
])('%j is wrong usage, before anything is opened', async (args, reason) => {
  expectRefusal(await command({ DATABASE_URL: 'nonsense' }, ...args, '--json'), 2, reason);
});

it('BACKUP_TO names a folder or a bucket', async () => {
  const settings = { SIGNING_KEYS: 'a-signing-key-of-the-tests', BACKUP_TO: 'http://foo' };
  expectRefusal(await command(settings, 'backup', '--json'), 1, 'BACKUP_TO must be a folder or s3://BUCKET/PREFIX');
});

it('the help of backup says what the command does that its name alone runs', async () => {
  const { stdout } = await command({}, 'backup', '--help');
  for (const part of ['--to <place>', '--verify', '--keep <number>', 'Exit codes: 0 made']) expect(stdout).toContain(part);
});
