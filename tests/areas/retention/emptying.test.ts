import { randomUUID } from 'node:crypto';
import { SetShop } from '../../../application/areas/access/manage-shops.js';
import { EmptyExpired } from '../../../application/areas/retention/empty-expired.js';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { ShopSettings } from '../../../domain/access/shop.js';
import type { MediaFile } from '../../../domain/media/media-file.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { anAttachmentOf, anAudioOf } from '../../support/builders/a-stored-file.js';
import { runBound } from '../../support/bound-work.js';
import { importRows } from '../../support/importing.js';
import { wholeOf } from '../../support/media-samples.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let shop: TestShop;
/** by the clock of the test service it is 2 March 2026 */
const OLD = at('2025-12-01T09:00:00.000Z');
const YOUNG = at('2026-02-20T09:00:00.000Z');
const PNG = { content_type: 'image/png', url: 'https://elsewhere.example/a.png' };

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  shop = await service.shop({ timezone: 'America/Toronto' });
});
afterAll(() => service.stop());

const keep = (settings: Partial<ShopSettings>, of = shop): Promise<unknown> =>
  service.container.get(SetShop).execute(of.id, { shop: {}, settings });

/** One run of the work. @returns true: nothing is left to do */
function run(of: Pick<TestShop, 'id'> = shop): Promise<boolean> {
  const work = service.container.get(EmptyExpired);
  const payload = { shop: of.id };
  return runBound(service, { work: work.name, payload, key: of.id }, () => work.run(payload));
}

const told = (of: Pick<TestShop, 'id'> = shop): Promise<{ data: Record<string, unknown>; cause: unknown }[]> =>
  service.sql(`select data, cause from outbox where shop_id = $1 and type = 'records.emptied' order by id`, [of.id]);
const contentOf = async ({ id }: MediaFile, of = shop): Promise<Buffer | null> =>
  wholeOf(await service.container.get(FileStorage).read(of.id, id));
const callOf = async (id: string): Promise<Record<string, unknown>> => (await shop.read.get(`/calls/${id}`)).body.data;
const changesOf = async (list: string, since: string): Promise<unknown[]> =>
  (await shop.read.get(`/${list}?updated_since=${since}`)).body.data;

const SPOKEN = { transcript: 'Is it ready?', transcriptSource: 'transcription', aiSummary: 'Asks.' } as const;
const HEARD = {
  ...{ hasRecording: true, recordingDurationSeconds: 42, hasVoicemail: true, voicemailDurationSeconds: 7 },
} as const;
const SILENT = {
  ...{ has_recording: false, recording_duration_seconds: null, has_voicemail: false, voicemail_duration_seconds: null },
};

it('a shop that sets no retention keeps everything, and so does one that sets it off again', async () => {
  const { id } = await aStoredCall(service, shop, { startedAt: OLD, ...HEARD, ...SPOKEN });
  await keep({ keepRecordingsMonths: 1, keepTranscriptsMonths: 1, keepMessagesMonths: 1 });
  await keep({ keepRecordingsMonths: null, keepTranscriptsMonths: null, keepMessagesMonths: null });
  expect([await run(), await callOf(id), await told()]).toEqual([
    true,
    expect.objectContaining({ has_recording: true, has_voicemail: true, has_transcript: true, has_ai_summary: true }),
    [],
  ]);
});

it('the sounds of an old call go with their files, and nothing else of it', async () => {
  const { id } = await aStoredCall(service, shop, { startedAt: OLD, ...HEARD, ...SPOKEN });
  const young = await aStoredCall(service, shop, { startedAt: YOUNG, ...HEARD });
  const sounds = [
    await anAudioOf(service, shop, id, { kind: 'recording' }),
    await anAudioOf(service, shop, id, { kind: 'voicemail' }),
  ];
  const kept = await anAudioOf(service, shop, young.id, { kind: 'recording' });
  const { url } = (await shop.read.get(`/calls/${id}/recording`)).body.data;
  const before = await callOf(id);
  await keep({ keepRecordingsMonths: 2 });
  expect(await run()).toBe(true);
  expect(await callOf(id)).toEqual({ ...before, ...SILENT, updated_at: expect.any(String) });
  expect(await Promise.all([...sounds, kept].map((file) => contentOf(file)))).toEqual([null, null, expect.any(Buffer)]);
  expect((await shop.read.get(`/calls/${id}/recording`)).body.error).toMatchObject({
    message: expect.stringContaining('has no recording'),
  });
  expect((await fetch(new URL(new URL(url).pathname + new URL(url).search, service.url))).status).toBe(404);
  expect((await shop.read.get(`/calls/${young.id}/recording`)).status).toBe(200);
  expect(await service.sql('select id from media_files where shop_id = $1', [shop.id])).toEqual([{ id: kept.id }]);
  expect(await told()).toMatchObject([
    {
      data: { kind: 'calls', part: 'recordings', ids: [id], kept_since: '2026-01-02T05:00:00.000Z' },
      cause: { operation: null },
    },
  ]);
  expect((await shop.read.get('/calls')).body.meta.total).toBe(2);
});

it('the transcript and the summary of an old call go, and a repeated report of the provider does not bring them back', async () => {
  const { id } = await aStoredCall(service, shop, { startedAt: OLD, ...HEARD, ...SPOKEN, transcriptIds: ['GT1'] });
  await keep({ keepTranscriptsMonths: 2 });
  await run();
  const transcript = (await shop.read.get(`/calls/${id}/transcript`)).body.data;
  expect([transcript, await callOf(id)]).toMatchObject([
    { call: id, transcript: null, source: null },
    { has_transcript: false, has_ai_summary: false, has_recording: true },
  ]);
  expect(await service.sql('select transcript_ids from calls where id = $1', [id])).toEqual([{ transcript_ids: ['GT1'] }]);
  expect((await told()).map(({ data }) => [data['part'], data['ids']])).toEqual([['transcripts', [id]]]);
});

describe('old messages', () => {
  it('are emptied with their files, and stand in their thread as before', async () => {
    const thread = await aConversation(service, shop, { lastMessageAt: OLD, lastInboundAt: OLD, unanswered: true } as object);
    const inbound = { from: '+16135550142', to: '+16135550100', media: [{ contentType: PNG.content_type, url: PNG.url }] };
    const old = await aStoredMessage(service, shop, thread, { createdAt: OLD, ...inbound });
    const failed = {
      direction: 'outbound',
      status: 'failed',
      error: '30003: +16135550142 is off',
      from: '+16135550100',
      to: '+16135550142',
    } as const;
    const sent = await aStoredMessage(service, shop, thread, { createdAt: OLD, ...failed });
    const young = await aStoredMessage(service, shop, thread, { createdAt: YOUNG });
    const files = [await anAttachmentOf(service, shop, old.id, 1), await anAttachmentOf(service, shop, young.id, 0)];
    const task = (await shop.full.post('/tasks', { title: 'Call', conversation: thread.id, message_id: old.id })).body.data;
    const [threadBefore, list] = [await shop.read.get(`/conversations/${thread.id}`), `/messages?conversation_id=${thread.id}`];
    const since = new Date().toISOString();
    await keep({ keepMessagesMonths: 2 });
    expect(await run()).toBe(true);
    const shown = (await shop.read.get(list)).body.data as Record<string, unknown>[];
    expect(shown.map(({ id, body, from, to, error, media }) => [id, body, from, to, error, media])).toEqual([
      [young.id, 'Is it ready?', null, null, null, []],
      ...[
        [old.id, null, null, '+16135550100', null, []],
        [sent.id, null, '+16135550100', null, '30003', []],
      ].sort(([one], [other]) => String(other).localeCompare(String(one))),
    ]);
    expect(await Promise.all(files.map((file) => contentOf(file)))).toEqual([null, expect.any(Buffer)]);
    expect((await shop.read.get(`/messages/${old.id}/media/1`)).status).toBe(404);
    expect((await shop.read.get(`/conversations/${thread.id}`)).body).toEqual(threadBefore.body);
    expect((await shop.read.get(`/tasks/${task.id}`)).body.data).toEqual(task);
    const changes = (await changesOf('messages', since)) as { id: string }[];
    // Each row has its own time, in the order in which they were emptied.
    const gone = changes.filter(({ id }) => [old.id, sent.id].includes(id as never));
    expect(gone.sort((one, other) => one.id.localeCompare(other.id))).toEqual(
      [old.id, sent.id].sort().map((id) => ({ id, deleted: true, updated_at: expect.any(String) })),
    );
    expect((await told()).map(({ data }) => [data['kind'], [...(data['ids'] as string[])].sort()])).toEqual([
      ['messages', [old.id, sent.id].sort()],
    ]);
  });

  it('that still wait to be sent stay', async () => {
    const thread = await aConversation(service, shop);
    const waits = { createdAt: OLD, direction: 'outbound', to: '+16135550142', dueAt: null } as const;
    for (const status of ['queued', 'sending'] as const) await aStoredMessage(service, shop, thread, { ...waits, status });
    await aScheduledMessage(service, shop, { sendAt: OLD, status: 'scheduled' });
    await keep({ keepMessagesMonths: 1 });
    expect([await run(), await told()]).toEqual([true, []]);
  });

  it('take their scheduled messages with them, and those that never became a message', async () => {
    const canceled = await aScheduledMessage(service, shop, {
      sendAt: OLD,
      status: 'canceled',
      subject: 'Hi',
      removedLinks: ['a.example'],
    });
    const young = await aScheduledMessage(service, shop, { sendAt: YOUNG, status: 'sent' });
    await keep({ keepMessagesMonths: 2 });
    await run();
    const { items, total } = (await shop.full.post('/comms/list_scheduled_messages', {})).body.data;
    const shown = new Map((items as Record<string, unknown>[]).map((one) => [one['id'], one]));
    expect([total, shown.get(canceled.id), shown.get(young.id)]).toMatchObject([
      2,
      { status: 'canceled', body: '—', subject: null, to: '—', removed_links: [], send_at: OLD },
      { body: young.body },
    ]);
    expect((await told()).map(({ data }) => [data['kind'], data['ids']])).toEqual([['scheduled_messages', [canceled.id]]]);
  });

  it('that an import of an old file fills again are records again, until the next run', async () => {
    const file = [{ external_id: randomUUID(), channel: 'sms', contact_number: '613 555 0142', created_at: OLD }];
    await importRows(service, shop, 'conversations', file);
    const rows = [
      {
        external_id: randomUUID(),
        conversation_external_id: file[0]!.external_id,
        direction: 'inbound',
        body: 'Ready?',
        created_at: OLD,
      },
    ];
    const bodies = (): Promise<unknown[]> =>
      service.sql('select body, erased_at is null as told from messages where shop_id = $1', [shop.id]);
    await keep({ keepMessagesMonths: 1 });
    for (const turn of ['created', 'updated']) {
      expect(await importRows(service, shop, 'messages', rows)).toMatchObject({ [turn]: 1 });
      expect(await bodies()).toEqual([{ body: 'Ready?', told: true }]);
      await run();
      expect(await bodies()).toEqual([{ body: null, told: false }]);
    }
  });
});

it('the day counts on the shop’s clocks: a call is kept until its day, some months later, is over', async () => {
  const ids: string[] = [];
  for (const startedAt of ['2026-02-01T04:59:59.999Z', '2026-02-01T05:00:00.000Z'])
    ids.push((await aStoredCall(service, shop, { startedAt: at(startedAt), ...SPOKEN })).id);
  await keep({ keepTranscriptsMonths: 1 });
  const left = async (now: string): Promise<boolean[]> => {
    service.clock.set(now);
    await run();
    return Promise.all(ids.map(async (id) => (await callOf(id))['has_transcript'] === true));
  };
  expect(await left('2026-03-01T04:59:59.000Z')).toEqual([true, true]);
  expect(await left('2026-03-01T05:00:00.000Z')).toEqual([false, true]);
  expect(await left('2026-03-02T04:59:59.000Z')).toEqual([false, true]);
  expect(await left('2026-03-02T05:00:00.000Z')).toEqual([false, false]);
});

it('another shop with the same records keeps them and their files', async () => {
  const other = await service.shop();
  const call = await aStoredCall(service, shop, { startedAt: OLD, ...HEARD });
  await aStoredCall(service, other, call);
  const mine = await anAudioOf(service, shop, call.id, { kind: 'recording' });
  const theirs = await anAudioOf(service, other, call.id, { kind: 'recording' });
  await service.container.get(FileStorage).put(other.id, mine.id, [Buffer.from('theirs')] as never);
  await keep({ keepRecordingsMonths: 1 });
  await run();
  expect([await contentOf(mine), await contentOf(theirs, other), await contentOf(mine, other)]).toEqual([
    null,
    expect.any(Buffer),
    Buffer.from('theirs'),
  ]);
  expect([await told(other), (await other.read.get(`/calls/${call.id}`)).body.data]).toMatchObject([[], { has_recording: true }]);
});
