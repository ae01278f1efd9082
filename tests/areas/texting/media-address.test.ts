import { randomUUID } from 'node:crypto';
import { ProviderEvents } from '../../../application/areas/texting/provider-events.js';
import type { MessageId } from '../../../domain/shared/id.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { importRows, type Row } from '../../support/importing.js';
import { eventsOf } from '../../support/outbox.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Exports } from '../../support/transfer.js';

const ELSEWHERE = { contentType: 'image/png', url: 'https://files.example.com/way-in.png' };

describe.each([
  ['with the public address https://shop.example', 'https://shop.example', 'https://shop.example'],
  ['without a public address', null, ''],
])('the address of a file, on a service %s', (_, publicUrl, base) => {
  let service: TestService;
  let shop: TestShop;
  let message: ThreadMessage;
  let path: string;
  let expected: readonly object[];

  beforeAll(async () => {
    service = await startTestService({ publicUrl });
    shop = await service.shop();
    const id = randomUUID() as MessageId; // safe: an id is a UUID
    path = `/api/v1/messages/${id}/media/0`;
    message = await aStoredMessage(service, shop, await aConversation(service, shop), {
      id,
      direction: 'outbound',
      providerId: randomUUID(),
      media: [{ contentType: 'image/jpeg', url: path }, ELSEWHERE],
    });
    expected = [
      { content_type: 'image/jpeg', url: base + path },
      { content_type: 'image/png', url: ELSEWHERE.url },
    ];
  });
  afterAll(() => service.stop());

  it('is the same in the message, in the list and in the answer of the tool', async () => {
    const read = await shop.read.get(`/messages/${message.id}`);
    expect(read.body.data.media).toEqual(expected);
    const { body } = await shop.read.get(`/messages?conversation_id=${message.conversationId}`);
    expect(body.data).toMatchObject([{ media: expected }]);
    const listed = await shop.read.tool('comms.list_messages', { conversation: message.conversationId });
    expect(listed.structuredContent).toMatchObject({ items: [{ media: expected }] });
  });

  it('is the same in the event about the message, and no event says that it has changed', async () => {
    const receipt = { providerId: message.providerId ?? '', shop: shop.id, message: message.id, refusal: null };
    await service.container.get(ProviderEvents).reported({ ...receipt, status: 'delivered' });
    const [event] = await eventsOf(service, message);
    expect(event).toMatchObject({ type: 'message.delivered', data: { media: expected } });
    expect(event?.data['previous']).toEqual({ status: 'sent' });
  });

  it('is a path in an export, which another service can import', async () => {
    const files = await Exports.begin();
    try {
      await files.write(service, shop.id, 'messages');
      const { media } = JSON.parse(await files.text(shop.id, 'messages')) as { media: object[] };
      expect(media).toEqual([
        { content_type: 'image/jpeg', url: path },
        { content_type: 'image/png', url: ELSEWHERE.url },
      ]);
    } finally {
      await files.end();
    }
  });

  it('is taken back by an import of an answer, which changes nothing', async () => {
    const { media } = (await shop.read.get(`/messages/${message.id}`)).body.data as { media: Row[] };
    expect(await importRows(service, shop, 'messages', [{ id: message.id, media }])).toMatchObject({ unchanged: 1, errors: [] });
    const more = [...media, { content_type: 'image/gif', url: 'https://other.example/api/v1/way-in.gif' }];
    expect(await importRows(service, shop, 'messages', [{ id: message.id, media: more }])).toMatchObject({ updated: 1 });
    expect((await shop.read.get(`/messages/${message.id}`)).body.data.media).toEqual(more);
  });
});
