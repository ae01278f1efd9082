import type { MediaFile } from '../../../domain/media/media-file.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { aConversation, aMessage } from '../../support/builders/a-conversation.js';
import { aCallWithAudio, anAttachmentOf } from '../../support/builders/a-stored-file.js';
import { Playing } from '../../support/playing.js';
import { rawRequest, type RawAnswer } from '../../support/raw-http.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const CONTENT = 'abcdefghij';
const content = Buffer.from(CONTENT);

let service: TestService;
let shop: TestShop;
let files: Record<'recording' | 'attachment' | 'empty', { readonly file: MediaFile; readonly path: string }>;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
  const call = await aCallWithAudio(service, shop, { content });
  const message = (await aMessage(service, shop, await aConversation(service, shop))).id as MessageId; // safe: a UUID
  const attached = async (place: number, bytes: Uint8Array): Promise<{ file: MediaFile; path: string }> => ({
    file: await anAttachmentOf(service, shop, message, place, { content: bytes, contentType: 'audio/wav' }),
    path: `/api/v1/messages/${message}/media/${place}`,
  });
  files = {
    recording: { file: call.file, path: new Playing(service, shop, call.id).path() },
    attachment: await attached(0, content),
    empty: await attached(1, Buffer.alloc(0)),
  };
});
afterAll(() => service.stop());

type Sent = Readonly<Record<string, string>>;
function ask(which: keyof typeof files, sent: Sent = {}, method = 'GET'): Promise<RawAnswer> {
  const headers = Object.entries({ authorization: `Bearer ${shop.read.token}`, ...sent }).flat();
  return rawRequest(service.url, { method, path: files[which].path, headers });
}

const SURFACES = ['recording', 'attachment'] as const;

describe.each(SURFACES)('a %s', (which) => {
  const etag = (): string => `"${files[which].file.id}"`;

  it('is answered as a whole, with its type, its length and a strong ETag', async () => {
    expect(await ask(which)).toMatchObject({
      status: 200,
      text: CONTENT,
      headers: {
        'content-type': 'audio/wav',
        'content-length': '10',
        'accept-ranges': 'bytes',
        etag: etag(),
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
      },
    });
  });

  it.each([
    ['bytes=0-0', 'a', '0-0'],
    ['bytes=2-4', 'cde', '2-4'],
    ['bytes=7-', 'hij', '7-9'],
    ['bytes=0-', CONTENT, '0-9'],
    ['bytes=8-99', 'ij', '8-9'],
    ['bytes=-2', 'ij', '8-9'],
    ['bytes=-99', CONTENT, '0-9'],
    ['bytes=0-3,2-5', 'abcdef', '0-5'],
    ['bytes=99-,1-1', 'b', '1-1'],
  ])('%s is answered with one part', async (range, text, place) => {
    const answer = await ask(which, { range });
    expect(answer).toMatchObject({ status: 206, text, headers: { 'content-type': 'audio/wav', etag: etag() } });
    expect(answer.headers['content-range']).toBe(`bytes ${place}/10`);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it('several parts are answered as multipart/byteranges, in the order of the request, with the exact length', async () => {
    const { status, text, headers } = await ask(which, { range: 'bytes=8-9,0-1,-4' });
    expect(status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=([\w-]{20,70})$/.exec(String(headers['content-type']))?.[1] ?? '';
    const part = (bytes: string, place: string): string =>
      `\r\n--${boundary}\r\nContent-Type: audio/wav\r\nContent-Range: bytes ${place}/10\r\n\r\n${bytes}`;
    expect(text).toBe(`${part('ghij', '6-9')}${part('ab', '0-1')}\r\n--${boundary}--\r\n`);
    expect(headers['content-length']).toBe(String(text.length));
    expect(headers['content-range']).toBeUndefined();
    expect(headers['etag']).toBe(etag());
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is answered 416 with the length', async (range) => {
    const answer = await ask(which, { range });
    expect(answer).toMatchObject({ status: 416, body: { error: { code: 'range_not_satisfiable' } } });
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes */10', 'cache-control': 'no-store' });
    expect(answer.headers['etag']).toBeUndefined();
  });

  it.each(['bytes=5-4', 'bytes=x', 'items=0-1', 'bytes=', `bytes=${Array.from({ length: 17 }, () => '0-0').join()}`])(
    '%s is ignored',
    async (range) => {
      expect(await ask(which, { range })).toMatchObject({ status: 200, text: CONTENT });
    },
  );

  it('HEAD has the headers of GET and no body, and knows no ranges', async () => {
    const changing = ['date', 'x-request-id', 'ratelimit'];
    const headersOf = ({ headers }: RawAnswer): object =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
    const head = await ask(which, { range: 'bytes=2-4' }, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(headersOf(head)).toEqual(headersOf(await ask(which)));
    expect((await ask(which, { range: 'bytes=99-' }, 'HEAD')).status).toBe(200);
  });

  it('If-None-Match with its ETag is answered 304, before ranges are looked at', async () => {
    for (const known of [etag(), `W/${etag()}`, `"other", ${etag()}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(which, { 'if-none-match': known, range: 'bytes=99-' }, method);
        expect(answer).toMatchObject({ status: 304, text: '', headers: { etag: etag() } });
        expect(answer.headers['content-type']).toBeUndefined();
        expect(answer.headers['cache-control']).toBe((await ask(which)).headers['cache-control']);
      }
    }
    expect(await ask(which, { 'if-none-match': '"other"', range: 'bytes=0-0' })).toMatchObject({ status: 206, text: 'a' });
  });

  it('If-Match with another ETag, or a weak one, is refused', async () => {
    for (const unknown of ['"other"', `W/${etag()}`, '']) {
      expect(await ask(which, { 'if-match': unknown })).toMatchObject({
        status: 412,
        body: { error: { code: 'precondition_failed', message: expect.any(String) } },
      });
    }
    for (const known of [etag(), `"other",${etag()}`, '*']) expect((await ask(which, { 'if-match': known })).status).toBe(200);
  });

  it('If-Range with its ETag gets the part, and with anything else the whole file', async () => {
    const range = 'bytes=2-4';
    expect(await ask(which, { range, 'if-range': etag() })).toMatchObject({ status: 206, text: 'cde' });
    const others = [
      '"other"',
      `W/${etag()}`,
      `${etag()}, "other"`,
      '*',
      '',
      'Mon, 23 Nov 2037 00:00:00 GMT',
      new Date().toUTCString(),
    ];
    for (const other of others) {
      expect(await ask(which, { range, 'if-range': other })).toMatchObject({ status: 200, text: CONTENT });
    }
    expect(await ask(which, { range: 'bytes=99-', 'if-range': '"other"' })).toMatchObject({ status: 200, text: CONTENT });
    expect(await ask(which, { 'if-range': etag() })).toMatchObject({ status: 200, text: CONTENT });
  });

  it('two Range headers are ignored', async () => {
    const headers = ['Authorization', `Bearer ${shop.read.token}`, 'Range', 'bytes=0-0', 'Range', 'bytes=1-1'];
    expect(await rawRequest(service.url, { method: 'GET', path: files[which].path, headers })).toMatchObject({
      status: 200,
      text: CONTENT,
    });
  });
});

it('an empty file is answered as a whole, and has no parts', async () => {
  const whole = { status: 200, text: '', headers: { 'content-length': '0' } };
  expect(await ask('empty')).toMatchObject(whole);
  expect(await ask('empty', {}, 'HEAD')).toMatchObject(whole);
  expect(await ask('empty', { range: 'bytes=-5' })).toMatchObject(whole);
  expect(await ask('empty', { range: 'bytes=0-' })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */0' } });
});
