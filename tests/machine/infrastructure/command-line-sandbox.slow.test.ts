import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bareEnvironment, command, expectRefusal } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { png, wav } from '../../support/media-samples.js';
import { shopCommands } from '../../support/shop-commands.js';
import { startWholeService } from '../../support/whole-service.js';

const { database, dataDir, shop, cli, done } = shopCommands();
const CUSTOMER = '+16135550142';

let photo: string;
let sound: string;
beforeAll(async () => {
  sound = join(dataDir(), 'sound.wav');
  await writeFile(sound, wav());
  photo = join(dataDir(), 'photo.png');
  await writeFile(photo, png());
});

let lines = 0;
/** Adds a line to the shop, which then texts at any hour. */
async function addLine(): Promise<string> {
  lines += 1; // a number is live in one shop only
  await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
  const line = await done('number', 'add', '--shop', shop(), '--number', `613736${String(lines).padStart(4, '0')}`);
  return line.number as string;
}

/** Lets the service send a text, waits for its hand-over, and returns its id. */
async function sendText(): Promise<string> {
  const service = await startWholeService(database().url);
  try {
    const api = await service.key(shop() as Parameters<typeof service.key>[0]); // safe: the command printed a shop's id
    const [thread] = (await api.get('/conversations')).body.data as { id: string }[];
    const { status, body } = await api.post('/messages', { conversation: thread?.id, body: 'Yes,\nat nine.' });
    expect(status).toBe(201);
    await eventually(
      async () => (await done('sandbox', 'outbox', '--shop', shop())).items as { message: string }[],
      (items) => items.some(({ message }) => message === body.data.id),
    );
    return body.data.id as string;
  } finally {
    await service.stop();
  }
}

describe('the commands of the sandbox', () => {
  test('play a customer, and show what the service answered', async () => {
    const line = await addLine();
    expect((await cli('sandbox', 'outbox', '--shop', shop())).stdout).toBe('The sandbox got nothing yet.\n');
    const received = await done('sandbox', 'receive', '--shop', shop(), '--from', '613 555 0142', '--body', 'Monday?');
    expect(received).toEqual({ message: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const message = await sendText();
    const entry = {
      ...{ id: expect.any(String), message, channel: 'sms', from: line, to: CUSTOMER, subject: null, body: 'Yes,\nat nine.' },
      ...{ status: expect.stringMatching(/^(sent|delivered)$/), handed_over_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    };
    expect(await done('sandbox', 'outbox', '--shop', shop())).toEqual({ items: [entry] });
    expect((await done('sandbox', 'outbox')).items).toContainEqual(entry);
    const other = await done('shop', 'create', '--name', 'Other');
    expect(await done('sandbox', 'outbox', '--shop', other.id as string)).toEqual({ items: [] });
    expect((await cli('sandbox', 'outbox')).stdout).toMatch(/^HANDED OVER .*\n.* Yes, at nine\.\n/);
  });

  test.each([
    ['a text', 'Look', ['--body', 'Look']],
    ['no text', null, []],
  ])('attach files to %s, which the service fetches and shows', async (_, text, given) => {
    await addLine();
    const args = ['--shop', shop(), '--from', CUSTOMER, ...given, '--media', photo, 'README.md', photo];
    const { message } = await done('sandbox', 'receive', ...args);
    const service = await startWholeService(database().url, { RECORDINGS: `file:${join(dataDir(), 'recordings')}` });
    try {
      const api = await service.key(shop() as Parameters<typeof service.key>[0]); // safe: the command printed a shop's id
      const url = (place: number): string => `/api/v1/messages/${String(message)}/media/${place}`;
      const { media, body } = await eventually(
        async () => (await api.get(`/messages/${String(message)}`)).body.data as { media: object[]; body: string },
        (read) => read.media.length === 2,
      );
      expect(body).toBe(text);
      expect(media).toEqual([0, 2].map((place) => ({ content_type: 'image/png', url: url(place) })));
    } finally {
      await service.stop();
    }
  });

  test('call a shop: a talk with its recording and transcript, and a missed call with its voicemail', async () => {
    const line = await addLine();
    const play = (...args: string[]) => done('sandbox', 'call', '--shop', shop(), '--from', '613 555 0143', ...args);
    const talk = await play('--to', line, '--seconds', '75', '--recording', sound, '--transcript', 'Hello.');
    const missed = await play('--missed', '--voicemail', sound);
    expect([talk, missed]).toEqual([{ call: expect.any(String) }, { call: expect.any(String) }]);
    const service = await startWholeService(database().url, { RECORDINGS: `file:${join(dataDir(), 'recordings')}` });
    try {
      const api = await service.key(shop() as Parameters<typeof service.key>[0]); // safe: the command printed a shop's id
      const read = async ({ call }: Record<string, unknown>) => (await api.get(`/calls/${String(call)}`)).body.data;
      await eventually(
        async () => (await read(talk)).has_recording === true && (await read(missed)).has_voicemail === true,
        Boolean,
      );
      const ends = { direction: 'inbound', from: '+16135550143', to: line };
      const talked = { status: 'completed', duration_seconds: 75, recording_duration_seconds: 70, has_transcript: true };
      expect(await read(talk)).toMatchObject({ ...ends, ...talked, has_voicemail: false });
      expect(await read(missed)).toMatchObject({ ...ends, status: 'missed', duration_seconds: 30, has_recording: false });
    } finally {
      await service.stop();
    }
  });

  test('refuse a call that cannot be', async () => {
    const call = (...more: string[]) => cli('sandbox', 'call', '--shop', shop(), '--json', '--from', ...more);
    await addLine();
    expectRefusal(await call('nonsense'), 1, 'from: is not a phone number');
    expectRefusal(await call(CUSTOMER, '--to', '613 555 0199'), 1, 'to: is not a line of this shop');
    expectRefusal(await call(CUSTOMER, '--voicemail', 'no.wav'), 1, 'voicemail: no.wav cannot be read (ENOENT)');
    expectRefusal(await call(CUSTOMER, '--voicemail', photo), 1, `voicemail: ${photo} is no sound (image/png)`);
    expectRefusal(await call(CUSTOMER, '--recording', 'README.md'), 1, 'recording: README.md is no sound (unknown type)');
    const [empty, large] = ['empty.wav', 'large.wav'].map((name) => join(dataDir(), name)) as [string, string]; // two names
    await Promise.all([writeFile(empty, ''), writeFile(large, wav()).then(() => truncate(large, 100_000_001))]);
    expectRefusal(await call(CUSTOMER, '--recording', empty), 1, `recording: ${empty} is empty`);
    expectRefusal(await call(CUSTOMER, '--recording', large), 1, `recording: ${large} is longer than 100000000 bytes`);
    expectRefusal(await call(CUSTOMER, '--seconds', '-1'), 2, /--seconds/);
    expectRefusal(await call(CUSTOMER, '--missed', '--recording', sound), 2, /--missed/);
  });

  test('refuse a number that is none, a line of nobody, a wrong file, and an unknown shop', async () => {
    const receive = (...more: string[]) =>
      cli('sandbox', 'receive', '--shop', shop(), '--body', 'Hi', '--json', '--from', ...more);
    expectRefusal(await receive(CUSTOMER), 1, 'the shop has no line: add one with shop-ops number add');
    await addLine();
    expectRefusal(await receive('nonsense'), 1, 'from: is not a phone number');
    expectRefusal(await receive(CUSTOMER, '--to', '613 555 0199'), 1, 'to: is not a line of this shop');
    const address = 'https://provider.example/photo.jpg';
    expectRefusal(await receive(CUSTOMER, '--media', address), 1, 'media: must be a file on this machine, not an address');
    expectRefusal(await receive(CUSTOMER, '--media', 'no.jpg'), 1, 'media: no.jpg cannot be read (ENOENT)');
    expectRefusal(await receive(CUSTOMER, '--media', 'tests'), 1, 'media: tests is no file');
    const nobody = randomUUID();
    expectRefusal(
      await cli('sandbox', 'receive', '--shop', nobody, '--from', CUSTOMER, '--body', 'Hi', '--json'),
      1,
      'shop not found',
    );
    expectRefusal(await cli('sandbox', 'outbox', '--shop', nobody, '--json'), 1, 'shop not found');
    expectRefusal(await cli('sandbox', 'outbox', '--limit', '0', '--json'), 2, /--limit/);
  });

  test('refuse a text with neither a body nor a file', async () => {
    const empty = await cli('sandbox', 'receive', '--shop', shop(), '--from', CUSTOMER, '--json');
    expectRefusal(empty, 2, '--body TEXT, --media FILE or both are needed');
  });

  test('do not play customers of Twilio', async () => {
    const env = { DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests' };
    const twilio = { TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC0123', TWILIO_AUTH_TOKEN: 'secret' };
    const args = ['sandbox', 'receive', '--shop', shop(), '--from', CUSTOMER, '--body', 'Hi', '--json'];
    expectRefusal(await command({ ...env, ...twilio }, ...args), 1, 'TEXT_PROVIDER=twilio');
  });

  test('follow the outbox until Ctrl-C, with each hand-over once', async () => {
    await addLine();
    await done('sandbox', 'receive', '--shop', shop(), '--from', CUSTOMER, '--body', 'Monday?');
    await sendText();
    const env = bareEnvironment({ DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests' });
    const child = spawn(process.execPath, ['bin/shop-ops.mjs', 'sandbox', 'outbox', '--shop', shop(), '--follow', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
    await eventually(
      () => Promise.resolve(printed.length),
      (length) => length > 0,
    );
    await sendText();
    await eventually(
      () => Promise.resolve(printed.length),
      (length) => length > 1,
    );
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const ids = printed.map((line) => (JSON.parse(line) as { id: string }).id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
  });
});
