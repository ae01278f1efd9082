import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'svix';
import { listenSecret, StandardWebhookSigner } from '../../../adapters/signing/standard-webhook-signer.js';
import { SystemClock } from '../../../adapters/system-clock.js';
import type { NumberedEvent } from '../../../application/areas/events/event-feed.js';
import { CauseView, NO_CAUSE } from '../../../application/kernel/events/cause.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';
import { instantOf } from '../../../domain/shared/instant.js';
import { Forwarder, type ForwardedTry } from '../../../infrastructure/cli/forwarder.js';
import { expectRefusal } from '../../support/command-line.js';
import { Outbounds } from '../../support/outbound.js';
import { Receiver, type ReceiverOptions } from '../../support/receiver.js';
import { shopCommands } from '../../support/shop-commands.js';

// The casts are safe: these are UUIDs.
const SHOP = '0199a3c4-0000-7000-8000-000000000001' as ShopId;
const EVENT: NumberedEvent = {
  ...{ number: 7, id: '0199a3c4-0000-7000-8000-000000000002' as EventId, type: 'lead.created', shop: SHOP },
  ...{ createdAt: instantOf(0), data: { id: 'a-lead', name: 'Zoë' }, cause: CauseView.of(NO_CAUSE) },
};
const secret = listenSecret('a-signing-key-of-the-tests', SHOP);

/** Forwards one event to a receiver with these answers, and tells of the tries. */
async function forwarded(answer: ReceiverOptions['answer'], stopping = new AbortController()) {
  const outbounds = new Outbounds();
  const receiver = await Receiver.start(answer ? { answer } : {});
  const forwarding = { url: receiver.url(), secret, pauseMs: 1 };
  const forwarder = new Forwarder(outbounds.open(), new StandardWebhookSigner(), new SystemClock(), forwarding);
  const tries: ForwardedTry[] = [];
  await forwarder.forward(EVENT, stopping.signal, (tried) => tries.push(tried));
  await outbounds.close();
  await receiver.close();
  return { tries, requests: receiver.requests };
}

describe('listen', () => {
  test('delivers an event as a webhook would, with a signature that receivers verify', async () => {
    const { tries, requests } = await forwarded(undefined);
    expect(tries).toEqual([{ event: EVENT, attempt: 1, status: 204, error: null, again: false }]);
    const [request] = requests;
    if (!request) throw new Error('nothing came');
    const { headers, body, method } = request;
    expect([method, headers['content-type'], headers['webhook-id']]).toEqual(['POST', 'application/json', EVENT.id]);
    const { number, id, type, data, cause } = EVENT;
    const payload = { number, id, type, created_at: '1970-01-01T00:00:00.000Z', shop_id: SHOP, data, cause };
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(payload); // the three headers have one value each
  });

  test('tries three times, and then goes on', async () => {
    const { tries, requests } = await forwarded((response) => response.writeHead(500).end());
    const error = 'the receiver answered 500';
    expect(tries.map(({ event: _, ...tried }) => tried)).toEqual([
      { attempt: 1, status: 500, error, again: true },
      { attempt: 2, status: 500, error, again: true },
      { attempt: 3, status: 500, error, again: false },
    ]);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  test('tells nothing of a try that the stop has ended', async () => {
    const stopping = new AbortController();
    const { tries, requests } = await forwarded(() => {
      stopping.abort();
    }, stopping);
    expect([tries, requests.length]).toEqual([[], 1]);
  });

  test('signs with a secret that stays the same, and is another one for another shop or signing key', () => {
    expect(listenSecret('a-signing-key-of-the-tests', SHOP)).toBe(secret);
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
    expect(listenSecret('another-signing-key', SHOP)).not.toBe(secret);
    expect(listenSecret('a-signing-key-of-the-tests', EVENT.id as string as ShopId)).not.toBe(secret); // another UUID
  });
});

describe('shop-ops listen', () => {
  const { shop, cli, done } = shopCommands();

  test('refuses wrong usage, an unknown shop and an unknown kind', async () => {
    const to = ['--forward-to', 'http://127.0.0.1:9/hook', '--json'];
    expectRefusal(await cli('listen', '--json'), 2, '--forward-to');
    for (const url of ['ftp://127.0.0.1/', 'localhost:99999', 'http://a b/', 'http://u:p@127.0.0.1/', '']) {
      expectRefusal(await cli('listen', '--forward-to', url, '--json'), 2, 'an address such as localhost:8080/hook');
    }
    expectRefusal(await cli('listen', '--shop', 'nobody', ...to), 1, 'shop not found');
    expectRefusal(await cli('listen', '--shop', shop(), '--events', 'lead.created,lead.sold', ...to), 1, 'must be one of');
    await done('shop', 'create', '--name', 'Another');
    expectRefusal(await cli('listen', ...to), 1, 'name it with --shop');
  });
});
