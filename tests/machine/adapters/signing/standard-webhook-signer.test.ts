import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { StandardWebhookSigner } from '../../../../adapters/signing/standard-webhook-signer.js';
import { instantOf } from '../../../../domain/shared/instant.js';

const [first, second, other] = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`) as [
  string,
  string,
  string,
];
const body = JSON.stringify({ id: 'an-event', note: 'Größe 17″ 🚗' });
/** The libraries compare with their own clock. */
const now = instantOf(Date.now());
const content = { secrets: [first] as const, id: 'an-event', at: now, body };

const signer = new StandardWebhookSigner();

it('signs as the specification says', () => {
  const seconds = Math.floor(Date.parse(now) / 1000);
  const signature = createHmac('sha256', Buffer.alloc(24, 1)).update(`an-event.${seconds}.${body}`).digest('base64');
  expect(signer.sign(content)).toEqual({
    'webhook-id': 'an-event',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  });
});

describe.each([
  ['standardwebhooks', Webhook],
  ['svix', SvixWebhook],
])('%s', (_, Library) => {
  const verify = (secret: string, headers: object, text = body): unknown =>
    new Library(secret).verify(text, headers as Record<string, string>); // the libraries want a type without fixed names

  it('verifies a signature of one secret, and of either of two', () => {
    expect(verify(first, signer.sign(content))).toEqual(JSON.parse(body));
    const both = signer.sign({ ...content, secrets: [first, second] });
    expect(both['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [first, second]) expect(verify(secret, both)).toEqual(JSON.parse(body));
  });

  it('refuses another secret, body, id and time', () => {
    const headers = signer.sign(content);
    expect(() => verify(other, headers)).toThrow('No matching signature');
    expect(() => verify(first, headers, `${body} `)).toThrow('No matching signature');
    expect(() => verify(first, { ...headers, 'webhook-id': 'another' })).toThrow('No matching signature');
    const late = signer.sign({ ...content, at: instantOf(Date.parse(now) - 600_000) });
    expect(() => verify(first, late)).toThrow('too old');
    expect(() => verify(first, { ...late, 'webhook-timestamp': headers['webhook-timestamp'] })).toThrow('No matching signature');
  });
});
