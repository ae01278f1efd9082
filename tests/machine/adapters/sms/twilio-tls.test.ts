import { randomUUID } from 'node:crypto';
import { TwilioTextProvider } from '../../../../adapters/sms/twilio/twilio-text-provider.js';
import type { HandOver } from '../../../../application/areas/texting/hand-over-text.js';
import type { MessageId, ShopId } from '../../../../domain/shared/id.js';
import type { E164 } from '../../../../domain/shared/phone.js';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../support/certificate.js';
import { startFakeTwilio, type FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';

let fake: FakeTwilio;

beforeAll(async () => {
  fake = await startFakeTwilio({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
});
beforeEach(() => {
  fake.mode = 'ok';
  fake.requests.length = 0;
});
afterAll(() => fake.stop());

function handOver(baseUrl: string, ca?: string): Promise<HandOver> {
  const { accountSid, authToken } = fake;
  const provider = new TwilioTextProvider({ accountSid, authToken, baseUrl, timeoutMs: 2_000, ...(ca !== undefined && { ca }) });
  return provider.handOver({
    shop: randomUUID() as ShopId, // a UUID and a number as texts are what these brands stand for
    message: randomUUID() as MessageId,
    from: { line: '+16135550100' as E164 },
    to: '+16135550142',
    body: 'Hello',
    statusCallback: null,
  });
}

describe('a text that goes over TLS', () => {
  it('is sent', async () => {
    expect(await handOver(fake.url, CERTIFICATE)).toMatchObject({ outcome: 'accepted' });
    expect(fake.requests).toHaveLength(1);
  });

  it('is not sent to a server whose certificate nobody vouches for', async () => {
    expect(await handOver(fake.url)).toMatchObject({ outcome: 'not_sent', reason: expect.stringContaining('SELF_SIGNED') });
    expect(fake.requests).toEqual([]);
  });

  it('is not sent to a server that has the certificate of another', async () => {
    const elsewhere = fake.url.replace('127.0.0.1', 'localhost');
    expect(await handOver(elsewhere, CERTIFICATE)).toMatchObject({
      outcome: 'not_sent',
      reason: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
    expect(fake.requests).toEqual([]);
  });

  it.each(['reset', 'cut', 'error500'] as const)('may have been sent if the answer fails (%s)', async (mode) => {
    fake.mode = mode;
    expect(await handOver(fake.url, CERTIFICATE)).toMatchObject({ outcome: 'unknown' });
    expect(fake.requests).toHaveLength(1);
  });
});
