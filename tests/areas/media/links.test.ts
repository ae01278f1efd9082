import { randomUUID } from 'node:crypto';
import { HmacMediaLinks } from '../../../adapters/signing/hmac-media-links.js';
import { FileStorage } from '../../../application/areas/media/file-storage.js';
import type { MediaLink } from '../../../application/areas/media/playback.js';
import type { CallId, ShopId } from '../../../domain/shared/id.js';
import { aCallWithAudio, anAudioOf } from '../../support/builders/a-stored-file.js';
import { Playing } from '../../support/playing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

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

describe('a link that is wrong', () => {
  const elsewhere = (query: (link: MediaLink) => string, link = playing.link()): string =>
    `${playing.path(link).split('?')[0]}?${query(link)}`;
  const other = randomUUID();

  const wrong: readonly (readonly [what: string, path: () => string])[] = [
    ['no signature', () => elsewhere(({ expires }) => `expires=${expires}`)],
    ['an empty signature', () => playing.path(playing.link(), '')],
    ['another signature', () => playing.path(playing.link(), 'A'.repeat(43))],
    ['a signature cut off', () => playing.path(playing.link(), playing.signed().slice(0, 22))],
    ['a signature that is too long', () => playing.path(playing.link(), `${playing.signed()}=`)],
    ['a signature by another key', () => playing.path(playing.link(), new HmacMediaLinks(['another key']).sign(playing.link()))],
    ['two signatures', () => `${playing.path()}&signature=${playing.signed()}`],
    ['two expiries', () => `${playing.path()}&expires=${playing.link().expires}`],
    ['no expiry', () => elsewhere((link) => `signature=${playing.signed(link)}`)],
    ['nothing', () => elsewhere(() => '')],
    ['an expiry in the past', () => playing.path(playing.link({ expires: playing.now() - 1 }))],
    ['an expiry that is just now', () => playing.path(playing.link({ expires: playing.now() }))],
    ['another expiry', () => playing.path(playing.link({ expires: playing.now() + 900 }), playing.signed())],
    ['another kind', () => playing.path(playing.link({ kind: 'voicemail' }), playing.signed())],
    ['another call', () => playing.path(playing.link({ call: other as CallId }), playing.signed())],
    ['another shop', () => playing.path(playing.link({ shop: other as ShopId }), playing.signed())],
    ['a kind that is none', () => playing.path().replace('/recording', '/attachment')],
    ['an id in upper case', () => playing.path().replace(call, call.toUpperCase())],
    ['a call that is no id', () => playing.path().replace(call, '..%2F..%2Fetc%2Fpasswd')],
    ['a shop that is a folder', () => playing.path().replace(shop.id, '%2e%2e')],
    ['a path that leaves the folder', () => playing.path().replace(`/${shop.id}/`, '/../')],
    ['half an encoding', () => playing.path().replace(call, '%E0%A4%A')],
    ...['+', '0', '%20', '%09', '1e', '0x', '-', '%D9%A1'].map(
      (mark) =>
        [
          `${mark} before the expiry`,
          () => elsewhere((link) => `expires=${mark}${link.expires}&signature=${playing.signed(link)}`),
        ] as const,
    ),
    ...['.0', '.', '%20', 'e0', 'n', ',1', '%00'].map(
      (mark) =>
        [
          `${mark} after the expiry`,
          () => elsewhere((link) => `expires=${link.expires}${mark}&signature=${playing.signed(link)}`),
        ] as const,
    ),
    ...['', '1e9', '1e99', 'Infinity', 'NaN', '9'.repeat(400), '9007199254740993'].map(
      (expires) =>
        [
          `the expiry ${expires.slice(0, 20)}`,
          () => elsewhere((link) => `expires=${expires}&signature=${playing.signed(link)}`),
        ] as const,
    ),
  ];

  it.each(wrong)('is answered 403 with the same bytes: %s', async (_, path) => {
    const standard = await playing.play(playing.path(playing.link(), 'wrong'));
    expect(standard).toMatchObject({ status: 403, body: { error: { code: 'forbidden', message: expect.stringMatching(/./) } } });
    const answer = await playing.play(path());
    const { 'x-request-id': one, date: _one, ...headers } = answer.headers;
    const { 'x-request-id': two, date: _two, ...standardHeaders } = standard.headers;
    expect(one).not.toBe(two);
    expect({ status: answer.status, text: answer.text, headers }).toEqual({
      status: 403,
      text: standard.text,
      headers: standardHeaders,
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });

  it('is answered 403 without a body to HEAD', async () => {
    expect(await playing.play(playing.path(playing.link(), 'wrong'), [], 'HEAD')).toMatchObject({ status: 403, text: '' });
  });

  it('is not told apart by conditions and ranges', async () => {
    const headers = ['If-None-Match', '*', 'If-Match', '"x"', 'Range', 'bytes=0-'];
    expect((await playing.play(playing.path(playing.link(), 'wrong'), headers)).status).toBe(403);
  });
});

describe('a valid link', () => {
  it('may have further parameters, and works on every instance that has the key', async () => {
    expect(await playing.play(`${playing.path()}&utm_source=mail`)).toMatchObject({ status: 200, text: 'sound' });
    const { expires } = playing.link();
    const independent = new HmacMediaLinks(['a-signing-key-of-the-tests']).sign(playing.link());
    const [path] = playing.path().split('?');
    expect(await playing.play(`${path}?signature=${independent}&expires=${expires}`)).toMatchObject({
      status: 200,
      text: 'sound',
    });
  });

  it('lives until its last second', async () => {
    const path = playing.path(playing.link({ expires: playing.now() + 30 }));
    service.clock.pass(29_999);
    expect((await playing.play(path)).status).toBe(200);
    service.clock.pass(1);
    expect((await playing.play(path)).status).toBe(403);
  });

  it('may be kept by the player until it ends, and tells nobody its address', async () => {
    const { headers } = await playing.play(playing.path(playing.link({ expires: playing.now() + 60 })));
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-length': '5',
      'accept-ranges': 'bytes',
    });
    expect(headers['x-request-id']).toBeDefined();
  });

  it('is answered 404 when the sound is gone: its content, its row, or its call', async () => {
    const gone = { status: 404, body: { error: { code: 'not_found' } }, headers: { 'cache-control': 'no-store' } };
    const { id, file } = await aCallWithAudio(service, shop);
    const path = playing.path(playing.link({ call: id }));
    expect((await playing.play(path)).status).toBe(200);
    await service.container.get(FileStorage).delete(shop.id, file.id);
    for (const method of ['GET', 'HEAD']) expect((await playing.play(path, [], method)).status).toBe(404);
    expect(await playing.play(path, ['Range', 'bytes=0-0,2-2'])).toMatchObject(gone);
    await service.sql(`update media_files set status = 'dropped' where id = $1`, [file.id]);
    expect(await playing.play(path)).toMatchObject(gone);
    expect(await playing.play(playing.path(playing.link({ call: randomUUID() as CallId })))).toMatchObject(gone);
    expect(await playing.play(playing.path(playing.link({ kind: 'voicemail' })))).toMatchObject(gone);
  });

  it('plays each kind of a call with both', async () => {
    const { id } = await aCallWithAudio(service, shop, { content: Buffer.from('recorded') });
    await anAudioOf(service, shop, id, { kind: 'voicemail', content: Buffer.from('spoken'), contentType: 'audio/mpeg' });
    expect((await playing.play(playing.path(playing.link({ call: id })))).text).toBe('recorded');
    expect(await playing.play(playing.path(playing.link({ call: id, kind: 'voicemail' })))).toMatchObject({
      text: 'spoken',
      headers: { 'content-type': 'audio/mpeg' },
    });
  });

  it('answers GET and HEAD only', async () => {
    const allow = 'GET, HEAD, OPTIONS';
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await playing.play(playing.path(), [], method)).toMatchObject({
        status: 405,
        headers: { allow },
        body: { error: { code: 'method_not_allowed' } },
      });
    }
    expect(await playing.play(playing.path(), [], 'OPTIONS')).toMatchObject({ status: 204, headers: { allow }, text: '' });
  });

  it('has no other path', async () => {
    const path = playing.path();
    for (const near of [
      path.replace('?', '/?'),
      path.replace('/media', '/MEDIA'),
      path.replace('/calls', ''),
      `/api/v1${path}`,
    ]) {
      expect(await playing.play(near)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
  });

  it('is logged with its ids, and without its signature and its expiry', async () => {
    const link = playing.link({ expires: playing.now() + 77 });
    await playing.play(playing.path(link));
    expect(service.log.lines.at(-1)).toMatchObject({
      message: 'request',
      detail: { operation: 'media.play', status: 200, path: `/media/${shop.id}/calls/${call}/:kind`, key: null },
    });
    await playing.play(playing.path(link, `${playing.signed(link)}x`));
    const text = JSON.stringify(service.log.lines);
    expect(text).toContain('"status":403');
    expect(text).not.toContain(playing.signed(link));
    expect(text).not.toContain(String(link.expires));
  });
});
