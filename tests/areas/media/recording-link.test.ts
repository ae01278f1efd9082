import { randomUUID } from 'node:crypto';
import { HmacMediaLinks } from '../../../adapters/signing/hmac-media-links.js';
import type { CallId } from '../../../domain/shared/id.js';
import { aCallWithAudio } from '../../support/builders/a-stored-file.js';
import { Playing } from '../../support/playing.js';
import type { RawAnswer } from '../../support/raw-http.js';
import { sharedTestService, startTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let call: CallId;
let playing: Playing;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  call = (await aCallWithAudio(service, shop, { content: Buffer.from('sound') })).id;
  playing = new Playing(service, shop, call);
});
afterAll(() => service.stop());

describe('GET /calls/{id}/recording', () => {
  it('answers with a link to the recording, which plays without a key', async () => {
    const { status, body } = await shop.read.get(`/calls/${call}/recording`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      call,
      kind: 'recording',
      url: expect.stringMatching(
        new RegExp(`^https://shop\\.example/media/${shop.id}/calls/${call}/recording\\?expires=\\d+&signature=[\\w-]{43}$`),
      ),
      expires_at: expect.any(String),
      duration_seconds: 42,
    });
    const url = new URL(body.data.url);
    expect(Number(url.searchParams.get('expires')) * 1000).toBe(Date.parse(body.data.expires_at));
    expect(await playing.play(url.pathname + url.search)).toMatchObject({
      status: 200,
      text: 'sound',
      headers: { 'content-type': 'audio/wav' },
    });
  });

  it('is never stored and has no ETag', async () => {
    const { headers } = await shop.read.get(`/calls/${call}/recording`, { 'if-none-match': '*' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('etag')).toBe(false);
  });

  it.each([
    ['', 300],
    ['?ttl=30', 30],
    ['?ttl=900', 900],
    ['?ttl=901', 900],
    ['?ttl=%2B60', 60],
    ['?ttl=0031', 31],
    [`?ttl=${'9'.repeat(400)}`, 900],
  ])('the link of %s lives %d seconds', async (query, seconds) => {
    const { body } = await shop.read.get(`/calls/${call}/recording${query}`);
    expect(Date.parse(body.data.expires_at) / 1000 - playing.now()).toBe(seconds);
  });

  it('answers 500 for a sound that the call does not have, and links the one that it has', async () => {
    const { id } = await aCallWithAudio(service, shop, { kind: 'voicemail', durationSeconds: null });
    expect(await shop.read.get(`/calls/${id}/recording`)).toMatchObject({
      status: 500,
      body: { error: { code: 'internal_error', message: 'this call has no recording' } },
    });
    const { body } = await shop.read.get(`/calls/${id}/recording?media=voicemail`);
    expect(body.data).toMatchObject({ call: id, kind: 'voicemail', duration_seconds: null });
    expect(body.data.url).toContain(`/calls/${id}/voicemail?`);
  });
});

describe('a deployment without a public address', () => {
  let silent: TestService;
  beforeAll(async () => {
    silent = await startTestService({ publicUrl: null });
  });
  afterAll(() => silent.stop());

  it('answers 500 for a link, and 404 for an unknown call', async () => {
    const there = await silent.shop();
    const { id } = await aCallWithAudio(silent, there);
    expect(await there.read.get(`/calls/${id}/recording`)).toMatchObject({
      status: 500,
      body: { error: { code: 'internal_error', message: expect.stringContaining('PUBLIC_URL') } },
    });
    expect((await there.read.get(`/calls/${randomUUID()}/recording`)).status).toBe(404);
    expect(silent.log.lines.at(-2)).toMatchObject({ level: 'info', detail: { status: 500, code: 'internal_error' } });
  });
});

it('a link outlives the rotation of keys, as long as its key stays in the list', async () => {
  const rotated = await startTestService({ signingKeys: ['a-new-key', 'a-signing-key-of-the-tests'] });
  const there = await rotated.shop();
  const { id } = await aCallWithAudio(rotated, there, { content: Buffer.from('sound') });
  const playingThere = new Playing(rotated, there, id);
  const link = playingThere.link();
  const at = (signature: string): Promise<RawAnswer> => playingThere.play(playingThere.path(link, signature));
  const by = (key: string): string => new HmacMediaLinks([key]).sign(link);
  expect(await at(by('a-signing-key-of-the-tests'))).toMatchObject({ status: 200, text: 'sound' });
  expect(await at(by('a-new-key'))).toMatchObject({ status: 200, text: 'sound' });
  expect((await at(by('a-removed-key'))).status).toBe(403);
  const { body } = await there.read.get(`/calls/${id}/recording?ttl=60`);
  expect(body.data.url).toContain(
    new HmacMediaLinks(['a-new-key']).sign({ ...link, expires: Date.parse(body.data.expires_at) / 1000 }),
  );
  await rotated.stop();
});
