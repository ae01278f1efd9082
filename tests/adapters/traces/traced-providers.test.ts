import { randomUUID } from 'node:crypto';
import { peerAt, TracedEmails, TracedFileStorage } from '../../../adapters/traces/traced-providers.js';
import { Emails, type Email, type EmailOutcome } from '../../../application/emails/emails.js';
import type { MediaFileId, ShopId } from '../../../domain/shared/id.js';
import { NotedTraces } from '../../support/noted-traces.js';
import { openDisk } from '../../support/opened-storage.js';

const shop = randomUUID() as ShopId; // a UUID is an id
const file = randomUUID() as MediaFileId; // a UUID is an id
const email: Email = {
  ...{ id: 'one', message: null, fromName: 'Northside', to: 'dana@example.com', subject: 'Ready', text: 'It is.', replyTo: null },
};

class Answering extends Emails {
  override readonly sender = 'desk@shop.example';

  constructor(private readonly outcome: EmailOutcome) {
    super();
  }

  override send(): Promise<EmailOutcome> {
    return Promise.resolve(this.outcome);
  }
}

test('an e-mail is a span with the mail server and the outcome, without its address, its words and the password', async () => {
  const traces = new NotedTraces();
  const peer = peerAt('smtps://user:password@mail.example:465');
  const sent = new TracedEmails(new Answering({ outcome: 'accepted' }), traces, peer);
  const refusal = { outcome: 'refused', code: 'smtp_550', sentence: 'Nobody here.' } as const;
  expect(await sent.send(shop, email)).toEqual({ outcome: 'accepted' });
  expect(await new TracedEmails(new Answering(refusal), traces, peer).send(shop, email)).toBe(refusal);
  const common = { name: 'send e-mail', kind: 'client' };
  const facts = { 'server.address': 'mail.example', 'server.port': 465 };
  expect(traces.spans).toEqual([
    { ...common, facts: { ...facts, 'shop_operations.outcome': 'accepted' }, failed: null },
    { ...common, facts: { ...facts, 'shop_operations.outcome': 'refused' }, failed: ['refused', true] },
  ]);
  expect(sent.sender).toBe('desk@shop.example');
});

test('a file is a span for each thing that is done with it, and an error passes through', async () => {
  const disk = await openDisk();
  const traces = new NotedTraces();
  const traced = new TracedFileStorage(disk.storage, traces, {});
  await traced.put(
    shop,
    file,
    (async function* () {
      yield await Promise.resolve(Buffer.from('x'));
    })(),
  );
  expect(await traced.read(shop, file)).not.toBeNull();
  await traced.delete(shop, file);
  await traced.deleteAll(shop);
  const broken = (async function* () {
    yield await Promise.reject<Buffer>(new TypeError('of dana@example.com'));
  })();
  await expect(traced.put(shop, file, broken)).rejects.toThrow(TypeError);
  await disk.close();
  expect(traces.spans.map(({ name, failed }) => [name, failed])).toEqual([
    ['files put', null],
    ['files read', null],
    ['files delete', null],
    ['files delete all', null],
    ['files put', ['TypeError', true]],
  ]);
});
