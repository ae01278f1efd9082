import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ApiKeys } from '../../../../application/areas/access/api-keys.js';
import { eventually } from '../../../support/eventually.js';
import { rawRequest, Wire, type RawAnswer, type RawRequest } from '../../../support/raw-http.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ limits: { requests: 200 } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

const bearer = (token = shop.full.token): string[] => ['Authorization', `Bearer ${token}`];
const post = (request: Partial<RawRequest> & { body: string | Uint8Array }, path = '/api/v1/leads'): Promise<RawAnswer> =>
  rawRequest(service.url, { method: 'POST', path, ...request, headers: [...bearer(), ...(request.headers ?? [])] });
/** The head of a request with the key of the shop. */
const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${shop.full.token}`, ...headers, '', ''].join('\r\n');
const LEAD = '{"name":"Zoë 🚗"}';
const TOO_LARGE = 'x'.repeat(256 * 1024 + 1);

describe('the chain of gates', () => {
  const patch = (body: string): Promise<RawAnswer> =>
    rawRequest(service.url, { method: 'PATCH', path: '/api/v1/leads/x', headers: bearer(), body });
  const refusals: readonly (readonly [string, number, string, () => Promise<RawAnswer>])[] = [
    ['bad JSON with a read key', 403, 'insufficient_scope', () => post({ body: '{', headers: [] }, '/api/v1/leads')],
    ['an oversize body with a read key', 403, 'insufficient_scope', () => post({ body: TOO_LARGE })],
    ['bad JSON on an unknown record', 400, 'invalid_request', () => patch('{')],
    ['a wrong field on an unknown record', 422, 'validation_error', () => patch('{"status":7}')],
  ];

  it.each(refusals)('answers %s with %i %s', async (what, status, code, ask) => {
    if (what.includes('read key')) shop = { ...shop, full: shop.read };
    const answer = await ask();
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  it.each([
    ['no key', 401, 'unauthorized', '/api/v1/leads'],
    ['no path', 404, 'not_found', '/api/v1/nowhere'],
    ['another method', 405, 'method_not_allowed', '/api/v1/me'],
  ])('answers an oversize body or bad JSON with %s by %i', async (_, status, code, path) => {
    for (const body of [TOO_LARGE, '{']) {
      expect(await rawRequest(service.url, { method: 'POST', path, body })).toMatchObject({ status, body: { error: { code } } });
    }
  });

  it.each(['/api/v1/leads', '/api/mcp'])(
    'answers the reason of the refusal of a very large body to %s, with a key or without',
    async (path) => {
      const body = 'x'.repeat(8 * 1024 * 1024);
      for (const [api, status] of [
        [shop.full, 413],
        [service.as(null), 401],
      ] as const) {
        for (let sent = 0; sent < 5; sent += 1) expect((await api.send('POST', path, { body })).status).toBe(status);
      }
    },
  );

  describe('a body that is too large', () => {
    it.each(['/api/v1/leads', '/api/mcp'])('is refused once its size is known, without waiting for it: %s', async (path) => {
      for (const [framing, sent] of [
        ['Content-Length: 1000000000', 'x'],
        ['Transfer-Encoding: chunked', `50000\r\n${'x'.repeat(0x50000)}\r\n`],
      ] as const) {
        const wire = await Wire.open(service.url);
        wire.write(head(`POST ${path}`, framing) + sent);
        expect(await wire.closed()).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*payload_too_large/i);
      }
    });

    it('is not requested from a client that expects 100 Continue', async () => {
      const wire = await Wire.open(service.url);
      wire.write(head('POST /api/v1/leads', 'Content-Length: 1000000', 'Expect: 100-continue'));
      expect(await wire.closed()).toMatch(/^HTTP\/1\.1 413 /);
    });
  });

  it('requests a body only if no gate before it refuses, and ignores any other expectation', async () => {
    const wire = await Wire.open(service.url);
    const asked = (token: string | null, expects: string): string =>
      `POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: ${expects}\r\nContent-Length: ${Buffer.byteLength(LEAD)}\r\n\r\n`;
    wire.write(asked(shop.full.token, '100-continue'));
    await wire.until((text) => text === 'HTTP/1.1 100 Continue\r\n\r\n');
    wire.write(LEAD);
    await wire.until((text) => text.includes('HTTP/1.1 201 Created') && text.endsWith('}'));
    wire.write(asked(shop.full.token, '202-ok') + LEAD);
    await wire.until((text) => text.split('HTTP/1.1 201 Created').length === 3 && text.endsWith('}'));
    wire.write(asked(shop.read.token, '100-continue'));
    expect(await wire.closed()).toMatch(/403 Forbidden[^]*connection: close[^]*insufficient_scope[^]*$/i);
  });

  it('accepts a body of 256 KiB, and refuses a longer one', async () => {
    const padded = LEAD.replace('}', `,"x":"${'y'.repeat(256 * 1024 - Buffer.byteLength(LEAD) - 7)}"}`);
    expect(Buffer.byteLength(padded)).toBe(256 * 1024);
    expect((await post({ body: padded })).status).toBe(201);
    expect((await post({ body: `${padded} ` })).status).toBe(413);
  });
});

describe('a body', () => {
  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    '',
  ])('is read as JSON in UTF-8 under any content type: %j', async (type) => {
    const answer = await post({ body: LEAD, headers: ['Content-Type', type] });
    expect(answer).toMatchObject({ status: 201, body: { data: { name: 'Zoë 🚗' } } });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('may be compressed with %s, within the same limit', async (encoding, pack) => {
    const headers = ['Content-Encoding', encoding];
    expect(await post({ body: pack(LEAD), headers })).toMatchObject({ status: 201, body: { data: { name: 'Zoë 🚗' } } });
    const bomb = pack(Buffer.alloc(50 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await post({ body: bomb, headers })).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
  });

  it.each([
    ['gzip that is none', LEAD, 'gzip'],
    ['gzip that is cut short', gzipSync(LEAD).subarray(0, 20), 'gzip'],
    ['an encoding that nobody knows', LEAD, 'rot13'],
  ])('is refused: %s', async (_, body, encoding) => {
    expect(await post({ body, headers: ['Content-Encoding', encoding] })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });

  it('may begin with a byte-order mark', async () => {
    expect((await post({ body: `\ufeff${LEAD}` })).status).toBe(201);
  });

  it.each([
    ['a lone byte', [0xff]],
    ['a sequence that is cut short', [0xc3]],
    ['an overlong sequence', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ])('is refused if it is not UTF-8: %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('b"}')]);
    expect(await post({ body })).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect((await shop.full.get('/leads')).body.data).toEqual([]);
  });

  it('is refused in UTF-16', async () => {
    expect((await post({ body: Buffer.from(`\ufeff${LEAD}`, 'utf16le') })).status).toBe(400);
  });

  it('may come in chunks', async () => {
    expect((await post({ body: LEAD, chunked: true })).status).toBe(201);
  });
});

describe('a connection', () => {
  const get = (path: string, id: string, token = shop.full.token): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: ${id}\r\n\r\n`;
  const idsIn = (text: string): string[] => [...text.matchAll(/x-request-id: (\S+)/gi)].map(([, id = '']) => id);

  it('is kept for the next request, even after a refusal', async () => {
    const wire = await Wire.open(service.url);
    for (const [index, path] of ['/api/v1/me', '/api/v1/leads/x', '/api/v1/nowhere', '/api/v1/leads?status=x'].entries()) {
      wire.write(get(path, `r${index}`));
      const received = await wire.until((text) => idsIn(text).length === index + 1 && text.endsWith('}'));
      expect(received).not.toMatch(/connection: close/i);
      expect(received).toMatch(/keep-alive: timeout=65/i);
    }
    wire.close();
  });

  it('answers pipelined requests in their order', async () => {
    const wire = await Wire.open(service.url);
    const body = '{"name":"Dana"}';
    const write = `POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\nX-Request-Id: second\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    wire.write(get('/api/v1/tasks', 'first') + write + get('/api/v1/me', 'third') + get('/api/v1/nowhere', 'fourth'));
    const received = await wire.until((text) => idsIn(text).length === 4 && text.endsWith('}'));
    expect(idsIn(received)).toEqual(['first', 'second', 'third', 'fourth']);
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '201', '200', '404']);
    wire.close();
  });

  it('serves each request by its own key, and none by a key that has been revoked in the meantime', async () => {
    const other = await service.shop();
    const wire = await Wire.open(service.url);
    const tokens = [shop.full.token, other.full.token, `${shop.full.token}0`, shop.full.token];
    wire.write(tokens.map((token, index) => get('/api/v1/me', `r${index}`, token)).join(''));
    const answers = async (count: number): Promise<(readonly [status: number, shop: string | undefined])[]> => {
      const received = await wire.until((text) => idsIn(text).length === count && text.endsWith('}'));
      return received
        .split(/(?=HTTP\/1\.1)/)
        .map((text) => [Number(text.slice(9, 12)), /"shop":\{"id":"([^"]+)/.exec(text)?.[1]]);
    };
    expect(await answers(4)).toEqual([
      [200, shop.id],
      [200, other.id],
      [401, undefined],
      [200, shop.id],
    ]);
    const keys = service.container.get(ApiKeys);
    for (const { id } of await keys.listOf(shop.id)) await keys.revoke(shop.id, id, service.clock.now());
    let asked = tokens.length;
    const ask = async (): Promise<number | undefined> => {
      wire.write(get('/api/v1/me', 'again'));
      asked += 1;
      return (await answers(asked)).at(-1)?.[0];
    };
    expect(await eventually(ask, (status) => status === 401)).toBe(401);
    wire.close();
  });

  it('writes nothing if it breaks in the middle of a body, and the service goes on', async () => {
    const wire = await Wire.open(service.url);
    wire.write(
      `POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\nContent-Length: 100\r\n\r\n{"name":"Da`,
    );
    wire.close();
    expect((await shop.full.get('/leads')).body.data).toEqual([]);
  });
});
