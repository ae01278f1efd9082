import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../../client/source/shop-operations.js';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const EVENT = {
  ...{ number: 7, id: 'an-event', type: 'call.missed', created_at: '2026-03-02T15:00:00.000Z', shop_id: 'a-shop' },
  data: { id: 'a-call', conversation: 'a-thread', from: '+16135550142', previous: { conversation: null } },
  cause: { operation: null },
};
const BODY = JSON.stringify({ ...EVENT, note: 'Zoë' });

/** The headers of a delivery, signed by the library of the standard. */
function signed(body: string, { secret = SECRET, at = new Date() }: { secret?: string; at?: Date } = {}) {
  return {
    'webhook-id': 'an-event',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('an-event', at, body),
  };
}

describe('a delivery that the service has signed', () => {
  it.each([
    ['a text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a buffer of Node', Buffer.from(BODY)],
  ])('gives its event: %s', async (_, body) => {
    const event = await verifyWebhook(body, signed(BODY), SECRET);
    expect(event).toMatchObject({
      type: 'call.missed',
      data: { conversation_id: 'a-thread', previous: { conversation_id: null } },
    });
    if (event.type === 'call.missed') expect(event.data.from).toBe('+16135550142');
  });

  it('may come with the headers of a request of the web', async () => {
    expect(await verifyWebhook(BODY, new Headers(signed(BODY)), SECRET)).toMatchObject({ id: 'an-event' });
  });

  it.each([
    ['a body that was parsed already', JSON.parse(BODY) as string, SECRET, /^body: /],
    ['no secret', BODY, undefined as unknown as string, /^secret: /],
    ['another text in place of the secret', BODY, 'abc', /^secret: /],
  ])('says what is wrong with %s', async (_, body, secret, problem) => {
    await expect(verifyWebhook(body, signed(BODY), secret)).rejects.toThrow(problem);
  });

  it('may have signatures of two secrets, while one takes the place of the other', async () => {
    const { 'webhook-signature': other } = signed(BODY, { secret: `whsec_${randomBytes(24).toString('base64')}` });
    const headers = signed(BODY);
    const both = { ...headers, 'webhook-signature': `${other} v2,unknown ${headers['webhook-signature']}` };
    expect(await verifyWebhook(BODY, both, SECRET)).toMatchObject({ id: 'an-event' });
  });
});

describe('a delivery is refused', () => {
  const minutes = (n: number): Date => new Date(Date.now() + n * 60_000);
  const asymmetric = `v1a,${createHmac('sha256', 'x').update(BODY).digest('base64')}`;

  it.each([
    ['whose body was changed', `${BODY} `, signed(BODY), SECRET],
    ['of another secret', BODY, signed(BODY), `whsec_${randomBytes(24).toString('base64')}`],
    ['that was recorded', BODY, signed(BODY, { at: minutes(-6) }), SECRET],
    ['from the future', BODY, signed(BODY, { at: minutes(6) }), SECRET],
    ['without a signature', BODY, {}, SECRET],
    ['with another kind of signature', BODY, { ...signed(BODY), 'webhook-signature': asymmetric }, SECRET],
    ['whose signature is no base64', BODY, { ...signed(BODY), 'webhook-signature': 'v1,%%%' }, SECRET],
    ['whose time is no number', BODY, { ...signed(BODY), 'webhook-timestamp': 'now' }, SECRET],
  ])('%s', async (_, body, headers, secret) => {
    await expect(verifyWebhook(body, headers, secret)).rejects.toMatchObject({
      name: 'ShopOperationsError',
      code: 'unauthorized',
    });
  });
});
