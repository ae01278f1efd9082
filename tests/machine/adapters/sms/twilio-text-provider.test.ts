import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket, type Server } from 'node:net';
import { jest } from '@jest/globals';
import type { TwilioOptions } from '../../../../adapters/sms/twilio/twilio-client.js';
import { TwilioTextProvider } from '../../../../adapters/sms/twilio/twilio-text-provider.js';
import type { HandOver, OutboundText } from '../../../../application/areas/texting/hand-over-text.js';
import type { MessageId, ShopId } from '../../../../domain/shared/id.js';
import type { E164 } from '../../../../domain/shared/phone.js';
import { startFakeTwilio, type FakeTwilio, type FakeTwilioMode } from '../../../support/fakes/twilio/fake-twilio.js';

const LINE = '+16135550100' as E164; // a number in E.164 is what the brand stands for
const CUSTOMER = '+16135550142';

let fake: FakeTwilio;

beforeEach(async () => {
  fake = await startFakeTwilio();
});
afterEach(() => fake.stop());

describe('a text that Twilio takes', () => {
  it('is sent from a line, with the address for its receipts', async () => {
    const body = 'Your car is ready. ☕ 1 + 1 = 2 & 50% off; «è»\nSee you!';
    const statusCallback = 'https://shop.example/providers/twilio/status?message=1';
    const handedOver = await provider().handOver(text({ body, statusCallback }));
    const [sent] = fake.sent;
    expect(handedOver).toEqual({ outcome: 'accepted', providerId: sent?.sid, status: 'sent', segments: 1 });
    expect(Object.fromEntries(fake.requests[0]!.form)).toEqual({
      From: LINE,
      To: CUSTOMER,
      Body: body,
      StatusCallback: statusCallback,
    });
  });

  it('is sent through a messaging service, which counts the segments later', async () => {
    const handedOver = await provider().handOver(text({ from: { messagingService: 'MG0123' } }));
    expect(handedOver).toEqual({ outcome: 'accepted', providerId: fake.sent[0]?.sid, status: 'sent', segments: null });
    expect(Object.fromEntries(fake.requests[0]!.form)).toEqual({ MessagingServiceSid: 'MG0123', To: CUSTOMER, Body: 'Hello' });
  });

  it.each([
    ['accepted', 'sent'],
    ['sending', 'sent'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['failed', 'failed'],
    ['a status of the future', 'sent'],
  ])('and calls %s is %s', async (status, expected) => {
    fake.status = status;
    expect(await provider().handOver(text())).toMatchObject({ outcome: 'accepted', status: expected });
  });

  it('is sent once each, also when many are handed over at the same time', async () => {
    const one = provider();
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => one.handOver(text({ body: `Text ${n}` }))));
    expect(new Set(all.map((each) => each.outcome === 'accepted' && each.providerId)).size).toBe(50);
    expect(new Set(fake.sent.map(({ body }) => body)).size).toBe(50);
  });
});

describe('a text that Twilio refuses', () => {
  it.each([
    [400, 21211, false, false, 'The recipient’s number is not a valid phone number.'],
    [400, 21610, true, false, 'The recipient has opted out of texts from this sender.'],
    [401, 20003, false, true, 'The provider did not accept the account’s credentials.'],
    [403, 21408, false, false, 'The provider’s account may not send texts to the recipient’s country.'],
    [403, 29999, false, true, 'Something new. In two lines.'],
  ])('with %i and code %i is refused, and may concern the whole account', async (status, code, optedOut, ofAccount, sentence) => {
    fake.mode = 'refuse';
    fake.refusal = { status, code, message: 'Something new.\nIn two lines.' };
    expect(await provider().handOver(text())).toEqual({
      ...{ outcome: 'refused', code: String(code), sentence, optedOut, ofAccount },
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('because of wrong credentials is refused', async () => {
    expect(await provider({ authToken: 'wrong' }).handOver(text())).toMatchObject({ outcome: 'refused', code: '20003' });
  });

  it.each([
    ['refuse-page', 'http_404'],
    ['redirect', 'http_307'],
  ] as const)('without a code (%s) has the HTTP status as its code', async (mode, code) => {
    fake.mode = mode;
    const sentence = 'The provider gives no reason.';
    expect(await provider().handOver(text())).toEqual({
      ...{ outcome: 'refused', code, sentence, optedOut: false, ofAccount: false },
    });
    expect(fake.requests).toHaveLength(1);
  });
});

describe('a text of which Twilio certainly has nothing', () => {
  it.each([
    ['3', 3_000],
    [null, null],
    ['soon', null],
    [new Date(Date.now() + 60_000).toUTCString(), expect.any(Number)],
  ])('after 429 may be sent again, after the pause that Twilio asks for (%s)', async (retryAfter, retryAfterMs) => {
    fake.mode = 'busy';
    fake.retryAfter = retryAfter;
    expect(await provider().handOver(text())).toEqual({
      outcome: 'not_sent',
      retryAfterMs,
      reason: 'the provider answered 429',
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('may be sent again if no process listens', async () => {
    const { url } = fake;
    await fake.stop();
    expect(await provider({ baseUrl: url }).handOver(text())).toEqual(notSent('ECONNREFUSED'));
  });

  it('may be sent again if the name cannot be looked up', async () => {
    expect(await provider({ baseUrl: 'http://api.twilio.invalid' }).handOver(text())).toEqual(notSent('api.twilio.invalid'));
  });

  it('may be sent again if the server does not speak TLS', async () => {
    const baseUrl = fake.url.replace('http:', 'https:');
    expect(await provider({ baseUrl }).handOver(text())).toMatchObject({ outcome: 'not_sent', retryAfterMs: null });
    expect(fake.requests).toEqual([]);
  });

  it('may be sent again if the connection ends before TLS is ready', async () => {
    await withTcpServer(
      (server) => server.on('connection', (socket) => socket.on('error', () => undefined).once('data', () => socket.destroy())),
      async (port) => {
        expect(await provider({ baseUrl: `https://127.0.0.1:${port}` }).handOver(text())).toEqual(notSent('ECONNRESET'));
      },
    );
  });

  it('may be sent again if TLS is not ready in time', async () => {
    await withTcpServer(
      (server) => server.on('connection', (socket) => socket.on('error', () => undefined).resume()),
      async (port) => {
        const slow = provider({ baseUrl: `https://127.0.0.1:${port}`, timeoutMs: 200 });
        expect(await slow.handOver(text())).toEqual(notSent('no complete answer in time'));
      },
    );
  });
});

describe('a text that may have reached Twilio', () => {
  it.each<[FakeTwilioMode, string]>([
    ['error500', 'the provider answered 503'],
    ['hang', 'no complete answer in time'],
    ['reset', 'ECONNRESET'],
    ['cut', 'ECONNRESET'],
    ['drip', 'no complete answer in time'],
    ['page', 'the answer cannot be read'],
  ])('is never sent again (%s)', async (mode, reason) => {
    fake.mode = mode;
    const handedOver = await provider({ timeoutMs: mode === 'hang' || mode === 'drip' ? 200 : 4_000 }).handOver(text());
    expect(handedOver).toEqual({ outcome: 'unknown', reason: expect.stringContaining(reason) });
    expect(fake.requests).toHaveLength(1);
  });

  it('has a result by default, too', async () => {
    fake.mode = 'hang';
    expect(await provider().handOver(text())).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a connection to Twilio', () => {
  it('is used by texts that follow each other', async () => {
    const one = provider();
    for (const body of ['first', 'second', 'third']) {
      expect(await one.handOver(text({ body }))).toMatchObject({ outcome: 'accepted' });
    }
    expect(fake.requests).toHaveLength(3);
    expect(fake.connections).toHaveLength(1);
  });

  it('gets no more listeners with each text', async () => {
    const one = provider();
    await one.handOver(text());
    const once = jest.spyOn(Socket.prototype, 'once');
    await one.handOver(text());
    expect(JSON.stringify(once.mock.calls)).not.toContain('connect');
    once.mockRestore();
    expect(fake.connections).toHaveLength(1);
  });

  it('is closed when no text follows', async () => {
    await provider().handOver(text());
    const [connection] = fake.connections;
    await once(connection!, 'close');
    expect(fake.connections).toHaveLength(1);
  });

  it.each(['reset', 'cut', 'hang'] as const)('that breaks under a later text leaves it unknown (%s)', async (mode) => {
    const one = provider({ timeoutMs: mode === 'hang' ? 200 : 4_000 });
    await one.handOver(text());
    fake.mode = mode;
    expect(await one.handOver(text())).toMatchObject({ outcome: 'unknown' });
    expect([fake.requests.length, fake.connections.length]).toEqual([2, 1]);
  });

  it('that Twilio has closed is not used again', async () => {
    const one = provider();
    await one.handOver(text());
    const [connection] = fake.connections;
    connection!.end();
    await once(connection!, 'close');
    expect(await one.handOver(text())).toMatchObject({ outcome: 'accepted' });
    expect(fake.connections).toHaveLength(2);
  });
});

function provider({ baseUrl = fake.url, ...options }: Partial<TwilioOptions> = {}): TwilioTextProvider {
  return new TwilioTextProvider({ accountSid: fake.accountSid, authToken: fake.authToken, baseUrl, ...options });
}

function text(fields: Partial<OutboundText> = {}): OutboundText {
  return {
    shop: randomUUID() as ShopId, // a UUID as text is what the brands stand for
    message: randomUUID() as MessageId,
    from: { line: LINE },
    to: CUSTOMER,
    body: 'Hello',
    statusCallback: null,
    ...fields,
  };
}

function notSent(reason: string): HandOver {
  return { outcome: 'not_sent', retryAfterMs: null, reason: expect.stringContaining(reason) };
}

async function withTcpServer(prepare: (server: Server) => unknown, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer();
  prepare(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work((server.address() as AddressInfo).port); // a TCP server that listens has such an address
  } finally {
    server.close();
  }
}
