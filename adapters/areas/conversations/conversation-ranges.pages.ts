import type { ConversationFilter } from '../../../application/areas/conversations/conversations.js';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  type Channel,
  type ConversationStatus,
} from '../../../domain/conversations/conversation.js';
import { conditionsSql, given } from '../../storage/lists/keyset-pages.js';
import type { Parameter } from '../../storage/statement.js';
import { answerPart, BUCKET_PART, bucketOf, readPart } from './conversation.kind.js';

/** The threads with one combination of values. They are a range of an index in list order. */
interface Range {
  readonly status: ConversationStatus;
  readonly unread: boolean;
  readonly unanswered: boolean;
  readonly channel: Channel;
}

const BOTH = [true, false];
const ALL: readonly Range[] = rangesWith(CONVERSATION_STATUSES, BOTH, BOTH, CHANNELS);

/** Returns the ranges of a filter by status, read state and channel. `all`: the filter names none of these. */
export function rangesOf({ status, channel, unreadOnly, unansweredOnly }: ConversationFilter): readonly Range[] | 'all' {
  const ranges = rangesWith(
    status === undefined ? CONVERSATION_STATUSES : [status],
    unreadOnly ? [true] : BOTH,
    unansweredOnly ? [true] : BOTH,
    channel === undefined ? CHANNELS : [channel],
  );
  return ranges.length === ALL.length ? 'all' : ranges;
}

function rangesWith(
  statuses: readonly ConversationStatus[],
  read: readonly boolean[],
  answered: readonly boolean[],
  channels: readonly Channel[],
): Range[] {
  return statuses.flatMap((status) =>
    read.flatMap((unread) =>
      answered.flatMap((unanswered) => channels.map((channel) => ({ status, unread, unanswered, channel }))),
    ),
  );
}

/** Returns the SQL of the table `r`, which has a row for each range. `IN_RANGE` compares threads with it. */
export function rangesSql(wanted: readonly Range[] | 'all', parameter: Parameter): string {
  const ranges = wanted === 'all' ? ALL : wanted;
  const columns = [
    `${parameter(ranges.map(({ status }) => status))}::text[]`,
    `${parameter(ranges.map(({ unread }) => unread))}::boolean[]`,
    `${parameter(ranges.map(({ unanswered }) => unanswered))}::boolean[]`,
    `${parameter(ranges.map(({ channel }) => channel))}::text[]`,
  ];
  return `unnest(${columns.join(', ')}) as r (status, unread, unanswered, channel)`;
}

/** SQL condition: the thread `t` is in the range `r`. */
export const IN_RANGE = 't.status = r.status and t.unread = r.unread and t.unanswered = r.unanswered and t.channel = r.channel';

/** Returns the SQL conditions, each after `and`, for the counts `c` of the threads that a filter by these values matches. */
export function bucketsSql(filter: ConversationFilter, ranges: readonly Range[] | 'all', parameter: Parameter): string {
  const { status, channel, assignedTo, unreadOnly, unansweredOnly } = filter;
  if (assignedTo !== undefined) {
    const buckets = (ranges === 'all' ? ALL : ranges).map((one) => bucketOf({ ...one, assignedTo }, one.unread, one.unanswered));
    return `and c.bucket = any (${parameter(buckets)})`;
  }
  // The buckets of all owners are added up. A part is compared for each value of the filter: PostgreSQL would compare a list of
  // beginnings one by one with each bucket.
  const wanted = [
    ...given(`${BUCKET_PART.status} = ?`, status),
    ...given(`${BUCKET_PART.read} = ?`, unreadOnly ? readPart(true) : undefined),
    ...given(`${BUCKET_PART.answer} = ?`, unansweredOnly ? answerPart(true) : undefined),
    ...given(`${BUCKET_PART.channel} = ?`, channel),
  ];
  return wanted.map((one) => `and ${conditionsSql([one], parameter)}`).join(' ');
}
