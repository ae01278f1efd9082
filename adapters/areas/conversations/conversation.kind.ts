import { BEHIND_A_THREAD, type Conversation, type ShownThread } from '../../../domain/conversations/conversation.js';
import { isUnanswered, isUnread } from '../../../domain/conversations/read-state.js';
import { searchText } from '../../../domain/shared/search.js';
import { plainKind, type RecordKind } from '../../storage/records/record-kind.js';
import { selectList } from '../../storage/tables/table.js';
import { messageTable } from '../messages/message.table.js';
import { conversationTable } from './conversation.table.js';

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
