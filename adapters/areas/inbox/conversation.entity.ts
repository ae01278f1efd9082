import {
  BEHIND_A_THREAD,
  isUnanswered,
  isUnread,
  type Conversation,
  type ShownThread,
} from '../../../domain/inbox/conversation.js';
import { searchText } from '../../../domain/shared/search.js';
import { plainKind, type RecordKind } from '../../storage/records/record-kind.js';
import {
  changeTime,
  erasureTime,
  facts,
  flag,
  instant,
  integer,
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
} from '../../storage/tables/table.js';
import { messageTable } from '../texting/message.entity.js';

interface Derived {
  readonly unread: boolean;
  readonly unanswered: boolean;
  readonly searchText: string;
}

export const conversationTable = table<Stored<Conversation> & ProvenanceColumns & Erasable & Derived>(
  'conversations',
  {
    shopId: shopKey,
    id: uuidKey(),
    customerId: orNull(uuid('customer_id')),
    leadId: orNull(uuid('lead_id')),
    channel: text(),
    status: text(),
    subject: orNull(text()),
    contactNumber: orNull(text('contact_number')),
    contactEmail: orNull(text('contact_email')),
    line: orNull(text()),
    assignedTo: orNull(uuid('assigned_to')),
    pinned: flag(),
    isAiManaged: flag('is_ai_managed'),
    readAt: orNull(instant('read_at')),
    markedUnread: { ...flag('marked_unread'), default: false },
    unread: { ...flag(), default: false },
    unanswered: { ...flag(), default: false },
    searchText: { ...text('search_text'), default: '' },
    lastMessageAt: orNull(instant('last_message_at')),
    lastInboundAt: orNull(instant('last_inbound_at')),
    lastOutboundAt: orNull(instant('last_outbound_at')),
    lastHumanOutboundAt: orNull(instant('last_human_outbound_at')),
    metadata: facts,
    createdAt: instant('created_at'),
    updatedAt: changeTime,
    erasedAt: erasureTime,
    ...provenance,
    version: integer(),
  },
  ['externalId'],
);

const derived = {
  unread: isUnread,
  unanswered: isUnanswered,
  searchText: ({ contactNumber, subject }: Conversation) => searchText([contactNumber, subject]),
};

export const CONVERSATION_KIND = plainKind<Conversation>({
  table: conversationTable,
  derived,
  counted: {
    list: 'conversations',
    buckets: (thread) => [bucketOf(thread, isUnread(thread), isUnanswered(thread))],
  },
  child: { table: messageTable, parent: 'conversationId' },
});

/** A thread without the fields that nobody is shown, for lists. */
export const SHOWN_THREAD: Pick<RecordKind<ShownThread>, 'select' | 'from'> = {
  select: selectList(conversationTable, 't', [...Object.keys(derived), ...BEHIND_A_THREAD]),
  from: CONVERSATION_KIND.from,
};

type Placed = Pick<Conversation, 'status' | 'channel' | 'assignedTo'>;

/**
 * The bucket in which a thread is counted. It consists of the columns by which lists ask for totals. The customer is left out,
 * because the threads of one customer are few and can be counted directly.
 */
export function bucketOf({ status, channel, assignedTo }: Placed, unread: boolean, unanswered: boolean): string {
  return `${status}:${readPart(unread)}:${answerPart(unanswered)}:${channel}:${assignedTo ?? '-'}`;
}

/** SQL of a part of a bucket `c.bucket`, by its place in `bucketOf`. */
export const BUCKET_PART = {
  status: `split_part(c.bucket, ':', 1)`,
  read: `split_part(c.bucket, ':', 2)`,
  answer: `split_part(c.bucket, ':', 3)`,
  channel: `split_part(c.bucket, ':', 4)`,
} as const;

export function readPart(unread: boolean): string {
  return unread ? 'unread' : 'read';
}

export function answerPart(unanswered: boolean): string {
  return unanswered ? 'unanswered' : 'answered';
}
