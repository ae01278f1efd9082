import fc from 'fast-check';
import type { ConversationId, MessageId } from '../../../domain/shared/id.js';
import {
  attachmentPath,
  receivedText,
  withAttachment,
  type MessageMedia,
  type ThreadMessage,
} from '../../../domain/texting/message.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T09:00:00.000Z');
const ID = '0198a1f4-0000-7000-8000-000000000001' as MessageId; // safe: an id is a UUID
const CONVERSATION = '0198a1f4-0000-7000-8000-000000000002' as ConversationId;

function aMessage(mediaSources: readonly MessageMedia[], media: readonly MessageMedia[] = []): ThreadMessage {
  const given = { id: ID, conversationId: CONVERSATION, body: 'Look', from: '+16135550142', to: '+16135550100' };
  const text = receivedText({ ...given, mediaSources, providerId: 'MM1', createdAt: NOW });
  return { ...text, media, channel: 'sms', customerId: null, held: null };
}

const sourcesOf = (count: number): MessageMedia[] =>
  Array.from({ length: count }, (_, n) => ({ url: `https://provider.example/${n}`, contentType: 'image/jpeg' }));

test('the files stand in the order of their places, whatever the order in which they come', () => {
  const orders = fc
    .integer({ min: 1, max: 12 })
    .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: 0 }));
  fc.assert(
    fc.property(orders, (order) => {
      const sources = sourcesOf(12);
      const after = order.reduce(
        (message, place) =>
          withAttachment(message, { place, source: sources[place]?.url ?? null, contentType: `image/${place}` }, NOW).next,
        aMessage(sources),
      );
      const places = order.toSorted((a, b) => a - b);
      expect(after.media).toEqual(places.map((place) => ({ contentType: `image/${place}`, url: attachmentPath(ID, place) })));
      expect(after.mediaSources).toEqual(sources.filter((_, place) => !order.includes(place)));
    }),
  );
});

test('a file that is there already changes nothing', () => {
  const first = withAttachment(aMessage(sourcesOf(1)), { place: 0, source: null, contentType: 'image/png' }, NOW).next;
  expect(withAttachment(first, { place: 0, source: null, contentType: 'image/gif' }, NOW)).toMatchObject({
    changed: false,
    next: first,
  });
});

test('files with other addresses keep their place', () => {
  const imported = [{ contentType: 'image/png', url: 'https://old.example/photo.png' }];
  const { next } = withAttachment(aMessage([], imported), { place: 1, source: null, contentType: 'image/png' }, NOW);
  expect(next.media).toEqual([{ contentType: 'image/png', url: attachmentPath(ID, 1) }, ...imported]);
});
