import { TwilioTextProvider } from '../../../../adapters/sms/twilio/twilio-text-provider.js';
import { startFakeTwilio, type FakeTwilio, type FakeTwilioMode } from '../../../support/fakes/twilio/fake-twilio.js';
import { at } from '../../../support/test-clock.js';

const LINE = '+16135550100';
const DANA = '+16135550142';

let fake: FakeTwilio;
let lines: [string, object][];

beforeEach(async () => {
  lines = [];
  fake = await startFakeTwilio();
});
afterEach(() => fake.stop());

const provider = (timeoutMs = 4_000): TwilioTextProvider =>
  new TwilioTextProvider({
    ...{ accountSid: fake.accountSid, authToken: fake.authToken, baseUrl: `${fake.url}/`, timeoutMs },
    log: (message, detail) => lines.push([message, detail]),
  });

function receive(body: string, time: string, media: readonly string[] = []): string {
  return fake.receive({ from: DANA, to: LINE, body, at: time, media }).sid;
}

describe('the texts that were received since a moment', () => {
  it('are listed oldest first, without older ones and without outbound ones', async () => {
    receive('Too old', '2026-03-02T14:59:59Z');
    const first = receive('First', '2026-03-02T15:00:00Z');
    await provider().handOver({ ...OUTBOUND, body: 'Ours' });
    const second = receive('Second ☕', '2026-03-02T15:00:01Z');
    const common = { shop: null, from: DANA, to: LINE, media: [] };
    expect(await provider().receivedSince(at('2026-03-02T15:00:00.500Z'))).toEqual([
      { ...common, providerId: first, body: 'First', receivedAt: '2026-03-02T15:00:00.000Z' },
      { ...common, providerId: second, body: 'Second ☕', receivedAt: '2026-03-02T15:00:01.000Z' },
    ]);
  });

  it('are read from all pages', async () => {
    fake.pageSize = 10;
    const all = Array.from({ length: 35 }, (_, n) => receive(`Text ${n}`, '2026-03-02T15:00:00Z'));
    const listed = await provider().receivedSince(at('2026-03-02T15:00:00Z'));
    expect(listed?.map(({ providerId }) => providerId)).toEqual(all);
    expect(fake.requests).toHaveLength(4);
  });

  it('have the addresses of their attachments', async () => {
    const sid = receive('Look', '2026-03-02T15:00:00Z', ['image/jpeg', 'application/pdf']);
    const listed = await provider().receivedSince(at('2026-03-02T15:00:00Z'));
    const url = expect.stringContaining(`${fake.url}/2010-04-01/Accounts/${fake.accountSid}/Messages/${sid}/Media/ME`);
    expect(listed?.[0]?.media).toEqual([
      { url, contentType: 'image/jpeg' },
      { url, contentType: 'application/pdf' },
    ]);
    expect(listed?.[0]?.media[0]?.url).not.toContain('.json');
  });

  it('are without characters that cannot be stored', async () => {
    receive('a\u0000b\ud800c\u0007\n\td😀', '2026-03-02T15:00:00Z');
    const listed = await provider().receivedSince(at('2026-03-02T15:00:00Z'));
    expect(listed?.[0]?.body).toBe('abc\n\td😀');
  });

  it('are none after a quiet time', async () => {
    expect(await provider().receivedSince(at('2026-03-02T15:00:00Z'))).toEqual([]);
  });

  it.each<FakeTwilioMode>(['error500', 'hang', 'busy', 'page', 'refuse'])(
    'are null with a line in the log if Twilio fails (%s)',
    async (mode) => {
      fake.mode = mode;
      expect(await provider(200).receivedSince(at('2026-03-02T15:00:00Z'))).toBeNull();
      expect(lines).toEqual([['the provider’s inbound texts cannot be listed', { error: expect.any(String) }]]);
    },
  );
});

const OUTBOUND = {
  shop: '01a1fe63-958c-7557-b9d6-ee1cdd4aa653',
  message: '01a1fe63-958c-7557-b9d6-ee1cdd4aa654',
  from: { line: LINE },
  to: DANA,
  body: '',
  statusCallback: null,
} as unknown as Parameters<TwilioTextProvider['handOver']>[0]; // the ids and the number are what their brands stand for
