import { MessageKnown } from '../../../application/areas/inbox/conversations.js';
import { BEHIND_A_MESSAGE, type Message, type ShownMessage, type ThreadMessage } from '../../../domain/texting/message.js';
import { violatedUnique } from '../../storage/violated-unique.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import {
  amount,
  changeTime,
  erasureTime,
  flag,
  instant,
  integer,
  json,
  orNull,
  provenance,
  selectList,
  shopKey,
  table,
  text,
  uuid,
  uuidKey,
  type Erasable,
  type ProvenanceColumns,
  type Stored,
  type Traced,
} from '../../storage/tables/table.js';
import { heldSql, wayOfSql } from '../outgoing/pause.entity.js';

const HELD_MESSAGE = heldSql(`t.status = 'queued'`, wayOfSql('thread.channel'));

export const messageTable = table<Stored<Message> & ProvenanceColumns & Erasable & Traced>('messages', {
  shopId: shopKey,
  id: uuidKey(),
  conversationId: uuid('conversation_id'),
  direction: text(),
  body: orNull(text()),
  from: orNull(text()),
  to: orNull(text()),
  status: text(),
  error: orNull(text()),
  media: { ...json(), default: [] },
  mediaSources: { ...json('media_sources'), default: [] },
  segments: orNull(integer()),
  automated: { ...flag(), default: false },
  keywordAnswer: { ...flag('keyword_answer'), default: false },
  sentBy: orNull(uuid('sent_by')),
  providerId: orNull(text('provider_id')),
  attempts: { ...integer(), default: 0 },
  dueAt: orNull(instant('due_at')),
  createdAt: instant('created_at'),
  updatedAt: changeTime,
  erasedAt: erasureTime,
  ...provenance,
  trace: orNull(text()),
  version: { ...integer(), default: 1 },
});

/**
 * The values of a message that was emptied. The shop's own line stays. Of an error the code or the stable word stays, because a
 * provider's sentence can name the number.
 */
export const EMPTIED_MESSAGE = {
  body: 'null',
  from: `case when t.direction = 'outbound' then t."from" end`,
  to: `case when t.direction = 'inbound' then t."to" end`,
  error: `rtrim(split_part(t.error, ' ', 1), ':')`,
  media: `'[]'`,
  mediaSources: `'[]'`,
} as const;

export const MESSAGE_KIND: RecordKind<ThreadMessage> = {
  table: messageTable,
  select: selectMessage(),
  from: 'messages t join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id',
};

/** A message without the fields that nobody is shown, for lists. */
export const SHOWN_MESSAGE: Pick<RecordKind<ShownMessage>, 'select' | 'from'> = {
  select: selectMessage(BEHIND_A_MESSAGE),
  from: MESSAGE_KIND.from,
};

/** @param except properties that are not read */
function selectMessage(except: readonly string[] = []): string {
  return `${selectList(messageTable, 't', except)}, thread.channel, thread.customer_id as "customerId", ${HELD_MESSAGE}`;
}

/** How many texts each shop has ever begun to hand over, without answers to keywords. */
export const textsTakenTable = table<{ shopId: string; taken: number }>('texts_taken', { shopId: shopKey, taken: amount() });

/** One row for the whole deployment, because the provider lists the texts of all shops together. */
export const caughtUpTable = table<{ single: boolean; until: string }>('texts_caught_up', {
  single: { ...flag(), primary: true, default: true },
  until: instant('until'),
});

/** @throws MessageKnown when another message has the provider's id that is written */
export async function providerIdOnce<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw violatedUnique(error) === 'messages_provider_id' ? new MessageKnown() : error;
  }
}
