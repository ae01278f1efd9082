import { randomUUID } from 'node:crypto';
import { MediaFiles } from '../../../application/areas/media/media-files.js';
import { CatchUp } from '../../../application/areas/texting/catch-up.js';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { aPhoneNumber } from '../../support/builders/a-phone-number.js';
import { doDueWork, passWorking } from '../../support/due-work.js';
import type { FilePlay } from '../../support/fakes/twilio/fake-twilio-files.js';
import { HTML, PDF, png, SVG, VCARD, wav } from '../../support/media-samples.js';
import { MediaWorld, PUBLIC } from '../../support/media-world.js';
import { eventTypesOf } from '../../support/outbox.js';

const STRANGER = '+16135550177';

let world: MediaWorld;
let line: string;

beforeAll(async () => {
  world = await MediaWorld.open();
});
beforeEach(async () => {
  world.shop = await world.service.shop();
  world.service.clock.restart();
  ({ number: line } = await aPhoneNumber(world.service, world.shop));
});
afterAll(() => world.close());

/** Lets somebody text files to the shop, by the provider's webhook. */
async function texts(sid: string, ...paths: readonly string[]): Promise<MessageId> {
  const { service, twilio } = world;
  const media = paths.flatMap((path, n) => [
    [`MediaUrl${n}`, `https://api.twilio.com${path}`] as const,
    [`MediaContentType${n}`, 'image/jpeg'] as const,
  ]);
  const form = [
    ...Object.entries({ MessageSid: sid, From: STRANGER, To: line, Body: 'Look', NumMedia: String(paths.length) }),
    ...media,
  ];
  const { status } = await twilio.call(`${PUBLIC}/providers/twilio/messages`, form, `${service.url}/providers/twilio/messages`);
  expect(status).toBe(200);
  return idOf(sid);
}

async function idOf(sid: string): Promise<MessageId> {
  const [row] = await world.service.sql<{ id: MessageId }>('select id from messages where provider_id = $1', [sid]);
  if (!row) throw new Error('the text is not stored');
  return row.id;
}

const newSid = (): string => `MM${randomUUID().replaceAll('-', '')}`;
const attached = (sid: string, content: Uint8Array, ...plays: readonly FilePlay[]): string =>
  world.twilio.files.attachment(sid, content, ...plays);
const mediaOf = async (id: MessageId): Promise<unknown> => (await world.shop.read.get(`/messages/${id}`)).body.data.media;
const shown = (id: MessageId, place: number, content_type: string) => ({
  content_type,
  url: `${PUBLIC}/api/v1/messages/${id}/media/${place}`,
});
const sourcesOf = async (id: MessageId): Promise<string[]> => {
  const [row] = await world.service.sql<{ media_sources: { url: string }[] }>(
    'select media_sources from messages where id = $1',
    [id],
  );
  return (row?.media_sources ?? []).map(({ url }) => new URL(url).pathname);
};

it('a picture is shown with its message when it is stored, with the type of its own bytes', async () => {
  const sid = newSid();
  const id = await texts(sid, attached(sid, png()));
  const path = `/messages/${id}/media/0`;
  expect([await mediaOf(id), (await world.shop.read.get(path)).status]).toEqual([[], 404]);
  await doDueWork(world.service);
  expect([await mediaOf(id), await sourcesOf(id)]).toEqual([[shown(id, 0, 'image/png')], []]);
  expect((await world.shop.read.get(path)).status).toBe(200);
  const file = await world.service.container.get(MediaFiles).attachmentOf(world.shop.id, id, 0);
  expect(file && (await world.contentOf(file))).toEqual(png());
  expect(await eventTypesOf(world.service, { id })).toEqual(['message.received']);
});

it('files stand in the order of the text, in whatever order they come', async () => {
  const sid = newSid();
  const [late, never] = [attached(sid, VCARD, { status: 404 }, 'whole'), attached(sid, png(), { status: 404 })];
  const id = await texts(sid, attached(sid, wav()), late, never, attached(sid, PDF));
  await doDueWork(world.service);
  const [first, last] = [shown(id, 0, 'audio/wav'), shown(id, 3, 'application/pdf')];
  expect([await mediaOf(id), await sourcesOf(id)]).toEqual([
    [first, last],
    [late, never],
  ]);
  await passWorking(world.service, 5);
  expect([await mediaOf(id), await sourcesOf(id)]).toEqual([[first, shown(id, 1, 'text/vcard'), last], [never]]);
});

it('one address that stands twice is two files', async () => {
  const sid = newSid();
  const path = attached(sid, png());
  const id = await texts(sid, path, path);
  await doDueWork(world.service);
  expect([await mediaOf(id), await sourcesOf(id)]).toEqual([[shown(id, 0, 'image/png'), shown(id, 1, 'image/png')], []]);
});

it.each([
  ['a page', HTML],
  ['a drawing with a program', SVG],
  ['a program', Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(5_000)])],
  ['an archive', Buffer.from('504b0506'.padEnd(44, '0'), 'hex')],
])('%s is not stored, and the message stands without it', async (_, content) => {
  const sid = newSid();
  const id = await texts(sid, attached(sid, content), attached(sid, png()));
  await doDueWork(world.service);
  expect(await mediaOf(id)).toEqual([shown(id, 1, 'image/png')]);
  const rows = await world.service.sql('select status, content_type from media_files where message_id = $1 order by place', [id]);
  expect(rows).toEqual([
    { status: 'failed', content_type: null },
    { status: 'stored', content_type: 'image/png' },
  ]);
});

it('more than 5 MB is not stored', async () => {
  const sid = newSid();
  const id = await texts(sid, attached(sid, png(5_000_001)), attached(sid, png(5_000_000)));
  await doDueWork(world.service);
  expect(await mediaOf(id)).toEqual([shown(id, 1, 'image/png')]);
});

it('a text that is reported again, or listed, brings nothing more', async () => {
  const { twilio, service } = world;
  const { sid } = twilio.receive({ from: STRANGER, to: line, body: 'Look', at: service.clock.now(), media: ['image/png'] });
  const catchUp = (): Promise<boolean> => service.container.get(CatchUp).run();
  await catchUp();
  const id = await idOf(sid);
  await texts(sid, attached(sid, wav()));
  await catchUp();
  await doDueWork(service);
  expect([await mediaOf(id), await sourcesOf(id)]).toEqual([[shown(id, 0, 'image/png')], []]);
  expect(await service.sql('select place from media_files where message_id = $1', [id])).toEqual([{ place: 0 }]);
});

it('a text that comes three times at once has its files once', async () => {
  const { service, shop } = world;
  const text = { shop: shop.id, from: STRANGER, to: line, body: 'Look', receivedAt: null };
  const media = [{ url: '/2010-04-01/1', contentType: '' }];
  const received = (providerId: string) => service.container.get(ProviderEvents).received({ ...text, providerId, media });
  const sid = newSid();
  const ids = await Promise.all([received(sid), received(sid), received(sid)]);
  expect(new Set(ids).size).toBe(1);
  expect(await service.sql('select message_id from media_files where shop_id = $1', [shop.id])).toEqual([{ message_id: ids[0] }]);
});

it('a keyword with a picture is a keyword', async () => {
  const sid = newSid();
  const { twilio, service } = world;
  const form = {
    MessageSid: sid,
    From: STRANGER,
    To: line,
    Body: 'STOP',
    MediaUrl0: `https://api.twilio.com${attached(sid, png())}`,
  };
  await twilio.call(`${PUBLIC}/providers/twilio/messages`, Object.entries(form), `${service.url}/providers/twilio/messages`);
  await doDueWork(service);
  const id = await idOf(sid);
  expect(await mediaOf(id)).toEqual([shown(id, 0, 'image/png')]);
  expect(await service.sql('select number from opt_outs where shop_id = $1', [world.shop.id])).toHaveLength(1);
});
