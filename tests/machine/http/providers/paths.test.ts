import { randomUUID } from 'node:crypto';
import { Unavailable, ValidationError } from '../../../../domain/shared/errors.js';
import type { MessageId } from '../../../../domain/shared/id.js';
import { FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import { bindProbe, type ProviderProbe } from '../../../support/provider-probe.js';
import { startTestService, type TestService, type TestServiceOptions } from '../../../support/service.js';

type Parameters = readonly (readonly [string, string])[];

const PUBLIC = 'https://shop.example';
const MESSAGES = '/providers/twilio/messages';
const STATUS = '/providers/twilio/status';
const CALLS = ['calls', 'recordings', 'transcripts'].map((name) => `/providers/twilio/${name}`);
const TEXT: Parameters = [
  ['MessageSid', 'SM0123'],
  ['From', '+16135550142'],
  ['To', '+16135550100'],
  ['Body', ' Is it ready? \r\n'],
  ['ToCity', ''],
];
const REPORT: Parameters = [
  ['MessageSid', 'SM0123'],
  ['MessageStatus', 'delivered'],
];
const MESSAGE = randomUUID() as MessageId; // a UUID as text is what the brand stands for

const fake = new FakeTwilio();
const texts = {
  provider: 'twilio',
  accountSid: fake.accountSid,
  authToken: fake.authToken,
  apiUrl: 'http://127.0.0.1:1',
} as const;
let service: TestService;
let probe: ProviderProbe;

const start = (options: TestServiceOptions = {}): Promise<TestService> =>
  startTestService({ texts, publicUrl: PUBLIC, limits: { authFailures: 3 }, ...options });
const call = (path: string, parameters: Parameters): Promise<Response> =>
  fake.call(PUBLIC + path, parameters, service.url + path);

beforeAll(async () => {
  service = await start();
});
beforeEach(() => {
  probe = bindProbe(service.container);
  probe.answer = MESSAGE;
});
afterAll(() => service.stop());

describe('a text that Twilio reports', () => {
  it('is taken as it was written, and answered with empty TwiML', async () => {
    const answer = await call(MESSAGES, TEXT);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    const [from, to] = ['+16135550142', '+16135550100'];
    expect(probe.texts).toEqual([
      { providerId: 'SM0123', shop: null, from, to, body: ' Is it ready? \r\n', media: [], receivedAt: null },
    ]);
  });

  it.each(['\u0000 NUL', '😀'.repeat(800), '%00%ff&=+', '<Response/>', '', '‮'])(
    'is never refused for what somebody wrote: %j',
    async (body) => {
      expect((await call(MESSAGES, [...TEXT.filter(([name]) => name !== 'Body'), ['Body', body]])).status).toBe(200);
      expect(probe.texts).toHaveLength(1);
    },
  );

  it('is answered in the same way if its number is unknown, and if the form is no text', async () => {
    probe.answer = null;
    expect((await call(MESSAGES, TEXT)).status).toBe(200);
    expect((await call(MESSAGES, [['AccountSid', fake.accountSid]])).status).toBe(200);
    expect(probe.texts).toHaveLength(1);
  });
});

describe('a receipt', () => {
  const about = `${STATUS}?shop=${randomUUID()}&message=${MESSAGE}`;

  it('is taken with the shop and the message that its address names', async () => {
    const answer = await call(about, REPORT);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const shop = new URL(PUBLIC + about).searchParams.get('shop');
    expect(probe.receipts).toEqual([{ providerId: 'SM0123', shop, message: MESSAGE, status: 'delivered', refusal: null }]);
  });

  it('names nothing if its address does not', async () => {
    probe.answer = null;
    for (const path of [STATUS, `${STATUS}?shop=&message=1`, `${STATUS}?`]) expect((await call(path, REPORT)).status).toBe(200);
    expect(probe.receipts).toHaveLength(3);
    for (const receipt of probe.receipts) expect(receipt).toMatchObject({ shop: null, message: null });
  });

  it('with an unknown status changes nothing', async () => {
    expect((await call(about, [REPORT[0]!, ['MessageStatus', 'receiving']])).status).toBe(200);
    expect(probe.receipts).toEqual([]);
  });
});

describe('a failure of the service', () => {
  it.each<[number, Error]>([
    [503, new Unavailable()],
    [500, new Error('a fault')],
    [500, new ValidationError('body', 'is too long')],
  ])('is answered %i, after which Twilio calls again: %s', async (status, error) => {
    probe.error = error;
    for (const [path, parameters] of [
      [MESSAGES, TEXT],
      [STATUS, REPORT],
    ] as const) {
      const answer = await call(path, parameters);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({
        error: { code: status === 503 ? 'unavailable' : 'internal_error', message: expect.any(String) },
      });
    }
    probe.error = null;
    expect((await call(MESSAGES, TEXT)).status).toBe(200);
  });
});

it('a form that is far too large is refused', async () => {
  expect((await call(MESSAGES, [...TEXT, ['Extra', 'x'.repeat(300_000)]])).status).toBe(413);
});

it.each<[string, TestServiceOptions]>([
  ['the sandbox', { texts: { provider: 'sandbox' } }],
  ['no public address', { publicUrl: null }],
])('there are no such paths with %s', async (_, options) => {
  const other = await start(options);
  try {
    for (const path of [MESSAGES, STATUS, ...CALLS]) {
      const answer = await fake.call(PUBLIC + path, TEXT, other.url + path);
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
  } finally {
    await other.stop();
  }
});

it.each([MESSAGES, STATUS, ...CALLS])('the path %s answers POST only', async (path) => {
  expect((await fetch(service.url + path)).status).toBe(405);
});

it('forged calls are refused at every path, and count together', async () => {
  const strict = await start();
  try {
    const statuses: number[] = [];
    for (const path of [...CALLS, MESSAGES])
      statuses.push((await fake.call(`https://elsewhere.example${path}`, TEXT, strict.url + path)).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
  } finally {
    await strict.stop();
  }
});
