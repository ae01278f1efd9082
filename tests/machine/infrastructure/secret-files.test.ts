import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedSettings, readSettings } from '../../../infrastructure/settings/settings.js';
import { GIVEN_SETTINGS, refusalOf } from '../../support/refused-settings.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string): Promise<string> {
  const path = join(folder, 'secret');
  await writeFile(path, content);
  return path;
}

describe('a setting that holds a secret', () => {
  it.each([
    ['DATABASE_URL', 'postgres://u:secret@db.example/shop', 'postgres://u:secret@db.example/shop'],
    ['DATABASE_DIRECT_URL', 'postgres://u:secret@direct.example/shop', 'postgres://u:secret@direct.example/shop'],
    ['SIGNING_KEYS', 'a-key-in-a-file-0123,an-older-key-0123', ['a-key-in-a-file-0123', 'an-older-key-0123']],
    ['REDIS_URL', 'redis://:secret@cache.example', 'redis://:secret@cache.example'],
    ['TWILIO_AUTH_TOKEN', 'a-token', 'a-token'],
    ['SMTP_URL', 'smtps://u:secret@mail.example', 'smtps://u:secret@mail.example'],
  ])('%s is read from the file that %s_FILE names, without the line break at its end', async (name, content, value) => {
    const others = {
      ...GIVEN_SETTINGS,
      MAIL_FROM: 'desk@shop.example',
      [name]: '',
      [`${name}_FILE`]: await fileWith(`${content}\n`),
    };
    expect(readSettings(others)).toMatchObject({ [name]: value });
  });

  it('must not be given twice', async () => {
    expect(refusalOf({ ...GIVEN_SETTINGS, DATABASE_URL_FILE: await fileWith('postgres://u@db.example/shop') })).toEqual({
      setting: 'DATABASE_URL_FILE',
      message: 'DATABASE_URL_FILE must not be set together with DATABASE_URL',
    });
  });

  it('is refused with the reason when its file is not there or empty', async () => {
    const missing = refusalOf({ SMTP_URL_FILE: join(folder, 'nowhere') });
    expect(missing.message).toMatch(/^SMTP_URL_FILE cannot be read: ENOENT/);
    const empty = refusalOf({ SMTP_URL_FILE: await fileWith('\n') });
    expect(empty.message).toBe('SMTP_URL_FILE names an empty file');
  });

  it('is named without its value among the settings that differ from their defaults', () => {
    const settings = readSettings({ ...GIVEN_SETTINGS, PORT: '0', HOST: '127.0.0.1', METRICS_HOST: '127.0.0.2' });
    expect(changedSettings(settings)).toEqual({ DATABASE_URL: 'set', SIGNING_KEYS: 'set', PORT: 0, METRICS_HOST: '127.0.0.2' });
  });
});
