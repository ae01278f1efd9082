import { randomUUID } from 'node:crypto';
import type { MessageId } from '../../../../domain/shared/id.js';
import { callWebhook } from '../../../support/fakes/twilio/call-webhook.js';
import { FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import { bindProbe, type ProviderProbe } from '../../../support/provider-probe.js';
import { Wire } from '../../../support/raw-http.js';
import { startTestService, type TestService } from '../../../support/service.js';

type Parameters = readonly (readonly [string, string])[];

const MESSAGES = '/providers/twilio/messages';
const STATUS = '/providers/twilio/status';
const TEXT: Parameters = [
  ['MessageSid', 'SM0123'],
  ['From', '+16135550142'],
  ['To', '+16135550100'],
  ['Body', ' blanks and breaks \r\n'],
  ['FromCity', ''],
];

const fake = new FakeTwilio();
const texts = {
  provider: 'twilio',
  accountSid: fake.accountSid,
  authToken: fake.authToken,
  apiUrl: 'http://127.0.0.1:1',
} as const;
const start = (publicUrl: string): Promise<TestService> =>
  startTestService({ texts, publicUrl, limits: { authFailures: 3 }, trustedProxies: ['loopback'] });

function probeOf(service: TestService): ProviderProbe {
  const probe = bindProbe(service.container);
  probe.answer = randomUUID() as MessageId; // a UUID as text is what the brand stands for
  return probe;
}

describe.each([
  ['at a host', 'https://shop.example'],
  ['at a port', 'https://shop.example:8443'],
  ['over plain http', 'http://shop.example'],
  ['under a path that the proxy takes away', 'https://example.com/shop'],
  ['at an IPv6 address', 'http://[2001:db8::1]:8080'],
])('a call to a service %s', (_, publicUrl) => {
  let service: TestService;
  let probe: ProviderProbe;

  beforeAll(async () => {
    service = await start(publicUrl);
  });
  beforeEach(() => {
    probe = probeOf(service);
  });
  afterAll(() => service.stop());

  it.each<[string, string, Parameters]>([
    ['without a query', MESSAGES, TEXT],
    ['with a query', `${MESSAGES}?line=%2B16135550100&empty=&a=1`, TEXT],
    ['with a query that a parser writes in another way', `${MESSAGES}?name=O'Hara|x&b=%e4&b=&&`, TEXT],
    ['with an empty query', `${MESSAGES}?`, TEXT],
    ['with an empty parameter', MESSAGES, [...TEXT, ['ToState', '']]],
    ['with a repeated parameter', MESSAGES, [...TEXT, ['Address', '+2'], ['Address', '+1'], ['Address', '']]],
    ['with a parameter that is given twice alike', MESSAGES, [...TEXT, ['Address', '+1'], ['Address', '+1']]],
    ['with characters of all kinds', MESSAGES, [...TEXT.slice(0, 3), ['Body', 'é ☕ 😀 + % & = "\' \u0000']]],
  ])('%s is taken', async (__, path, parameters) => {
    const answer = await fake.call(publicUrl + path, parameters, service.url + path);
    expect([answer.status, probe.texts.length]).toEqual([200, 1]);
  });

  it('is refused if it was signed for the address behind the proxy', async () => {
    const answer = await fake.call(service.url + MESSAGES, TEXT);
    expect([answer.status, probe.texts.length]).toEqual([403, 0]);
  });
});

describe('a forged call', () => {
  let service: TestService;
  let probe: ProviderProbe;
  const PUBLIC = 'https://shop.example';
  const send = (path: string, parameters: Parameters, signature: string | null, from: string): Promise<Response> =>
    callWebhook(service.url + path, signature, parameters, { 'x-forwarded-for': from });
  const signed = fake.sign(PUBLIC + MESSAGES, TEXT);

  beforeAll(async () => {
    service = await start(PUBLIC);
  });
  beforeEach(() => {
    probe = probeOf(service);
  });
  afterEach(() => {
    expect([probe.texts, probe.receipts]).toEqual([[], []]);
  });
  afterAll(() => service.stop());

  it.each<[string, string, Parameters, string | null]>([
    ['without a signature', MESSAGES, TEXT, null],
    ['with an empty signature', MESSAGES, TEXT, ''],
    ['with another signature', MESSAGES, TEXT, fake.sign(`${PUBLIC}/other`, TEXT)],
    ['with the signature of another account', MESSAGES, TEXT, new FakeTwilio().sign(PUBLIC + MESSAGES, TEXT)],
    ['with a trimmed value', MESSAGES, TEXT.map(([name, value]) => [name, value.trim()]), signed],
    ['with a changed body', MESSAGES, TEXT.map(([name, value]) => [name, name === 'Body' ? 'STOP' : value]), signed],
    ['with a second value', MESSAGES, [...TEXT, ['Body', 'STOP']], signed],
    ['with an empty parameter more', MESSAGES, [...TEXT, ['Extra', '']], signed],
    ['with a query more', `${MESSAGES}?a=1`, TEXT, signed],
    ['at the other path', STATUS, TEXT, signed],
    ['about another shop', `${STATUS}?shop=${randomUUID()}`, TEXT, fake.sign(`${PUBLIC}${STATUS}?shop=${randomUUID()}`, TEXT)],
  ])('%s is refused', async (name, path, parameters, signature) => {
    const answer = await send(path, parameters, signature, `2001:db8:${name.length.toString(16)}::1`);
    expect([answer.status, await answer.json()]).toEqual([403, { error: { code: 'forbidden', message: expect.any(String) } }]);
  });

  it('with JSON is refused', async () => {
    const url = PUBLIC + MESSAGES;
    const answer = await fetch(service.url + MESSAGES, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-twilio-signature': fake.sign(url, []) },
      body: JSON.stringify(Object.fromEntries(TEXT)),
    });
    expect(answer.status).toBe(403);
  });

  it('counts by address like a wrong key, and too many are answered 429', async () => {
    const from = '203.0.113.7';
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await send(MESSAGES, TEXT, 'forged', from)).status);
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    const refused = await send(STATUS, TEXT, 'forged', from);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await send(MESSAGES, TEXT, 'forged', '203.0.113.8')).status).toBe(403);
    // The signature of a call from there is not looked at any more. No address of the provider sends wrong ones.
    expect((await send(MESSAGES, TEXT, signed, from)).status).toBe(429);
    expect((await send(MESSAGES, TEXT, signed, '203.0.113.8')).status).toBe(200);
    expect(probe.texts.splice(0)).toHaveLength(1);
  });

  it('with more parameters than the provider sends is refused, also with the right signature', async () => {
    const many = Array.from({ length: 1001 }, (_, n): [string, string] => [`N${n}`, '']);
    expect((await send(MESSAGES, many, fake.sign(PUBLIC + MESSAGES, many), '203.0.113.9')).status).toBe(403);
  });

  /** Sends the head of a call with a long body, and reads the answer, though the body never comes. */
  const headOnly = async (signature: string, from: string, bytes: number): Promise<string> => {
    const wire = await Wire.open(service.url);
    const about = [`Host: shop`, `X-Forwarded-For: ${from}`, `X-Twilio-Signature: ${signature}`, `Content-Length: ${bytes}`];
    wire.write([`POST ${MESSAGES} HTTP/1.1`, ...about, '', ''].join('\r\n'));
    const head = await wire.until((received) => received.includes('\r\n\r\n'));
    wire.close();
    return head;
  };
  const WELL_FORMED = fake.sign(`${PUBLIC}/other`, TEXT);

  it.each([
    ['whose signature has another form', 'forged', '203.0.113.20', 250_000, 403],
    ['that is longer than any form of the provider', WELL_FORMED, '203.0.113.21', 65_537, 413],
  ])('%s is answered before its body comes', async (_, signature, from, bytes, status) => {
    expect(await headOnly(signature, from, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('counts when it is longer than any form of the provider, and its connection ends', async () => {
    const from = '203.0.113.23';
    for (let n = 0; n < 3; n += 1)
      expect(await headOnly(WELL_FORMED, from, 65_537)).toMatch(/^HTTP\/1.1 413 [^]*\r\nConnection: close/i);
    expect((await send(MESSAGES, TEXT, WELL_FORMED, from)).status).toBe(429);
  });

  it('is answered before its body comes when its address has sent too many', async () => {
    const from = '203.0.113.22';
    for (let n = 0; n < 3; n += 1) expect((await send(MESSAGES, TEXT, WELL_FORMED, from)).status).toBe(403);
    expect(await headOnly(WELL_FORMED, from, 60_000)).toMatch(/^HTTP\/1.1 429 /);
  });
});

describe('while hundreds of forged calls are under way', () => {
  const PUBLIC = 'https://shop.example';
  const FORGED = 400;
  const GENUINE = 26;
  const BODY = new URLSearchParams(TEXT.map(([name, value]): [string, string] => [name, value])).toString();
  let service: TestService;
  let probe: ProviderProbe;

  beforeAll(async () => {
    // A limit far below the number of the calls: none of the provider's calls may be refused because of it.
    service = await startTestService({ texts, publicUrl: PUBLIC, trustedProxies: ['loopback'], mostInFlight: 4 });
    probe = probeOf(service);
    const held: (() => void)[] = [];
    // Each genuine call waits until all of them are under way at once.
    probe.received = (text) =>
      new Promise((resolve) => {
        probe.texts.push(text);
        held.push(() => {
          resolve(probe.answer);
        });
        if (held.length === GENUINE) for (const release of held.splice(0)) release();
      });
  });
  afterAll(() => service.stop());

  /** A forged call whose head the service has read, and which has sent half of its body. */
  async function halfSent(n: number): Promise<Wire> {
    const wire = await Wire.open(service.url);
    const about = [
      'Host: shop',
      `X-Forwarded-For: 198.51.100.${n % 250}`,
      `X-Twilio-Signature: ${fake.sign(`${PUBLIC}/other`, TEXT)}`,
    ];
    wire.write(
      [`POST ${MESSAGES} HTTP/1.1`, ...about, `Content-Length: ${BODY.length}`, 'Expect: 100-continue', '', ''].join('\r\n'),
    );
    await wire.until((received) => received.includes('100 Continue'));
    wire.write(BODY.slice(0, BODY.length / 2));
    return wire;
  }

  /** The statuses of genuine calls that are sent all at once. */
  async function genuine(label: string): Promise<number[]> {
    const calls = Array.from({ length: GENUINE }, (_, n) => {
      const text: Parameters = [['MessageSid', `SM-${label}-${n}`], ...TEXT.slice(1)];
      return fake.call(PUBLIC + MESSAGES, text, service.url + MESSAGES);
    });
    return (await Promise.all(calls)).map(({ status }) => status);
  }

  it('every genuine call is answered', async () => {
    const all = Array<number>(GENUINE).fill(200);
    const wires = await Promise.all(Array.from({ length: FORGED }, (_, n) => halfSent(n)));
    expect(await genuine('held')).toEqual(all);
    for (const wire of wires) wire.write(BODY.slice(BODY.length / 2));
    expect(await genuine('flood')).toEqual(all);
    expect(probe.texts).toHaveLength(2 * all.length);
    for (const wire of wires) wire.close();
  });
});
