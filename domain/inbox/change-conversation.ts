import { withMerged, type MetadataChange } from '../shared/annotated.js';
import { Conflict } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { StaffUserId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';
import { isUnread, read, requireThreadMove, type Conversation, type ConversationStatus } from './conversation.js';

/** The verbs of a thread, each with the value that it takes. */
export interface ConversationVerbs {
  readonly mark_read: true;
  readonly mark_unread: true;
  readonly mark_done: true;
  readonly mark_open: true;
  readonly snooze: true;
  readonly pin: true;
  readonly unpin: true;
  readonly unassign: true;
  readonly staff_id: StaffUserId;
  readonly external_id: string | null;
  readonly metadata: MetadataChange;
}

type ConversationVerb = keyof ConversationVerbs;
/** The one change that a call makes. */
export type ConversationChange = { readonly [Verb in ConversationVerb]: OneChange<Verb> }[ConversationVerb];
interface OneChange<Verb extends ConversationVerb> {
  readonly verb: Verb;
  readonly value: ConversationVerbs[Verb];
}

type ConversationDecision = Decision<Conversation, 'conversation.updated' | 'conversation.assigned'>;

const VERBS: {
  readonly [Verb in ConversationVerb]: (
    thread: Conversation,
    value: ConversationVerbs[Verb],
    now: Instant,
  ) => ConversationDecision;
} = {
  mark_read: (thread, _, now) => (isUnread(thread) ? updated(read(thread, now), now) : unchanged(thread)),
  mark_unread: (thread, _, now) => markUnread(thread, now),
  mark_done: (thread, _, now) => moveTo('closed', thread, now),
  mark_open: (thread, _, now) => moveTo('open', thread, now),
  snooze: (thread, _, now) => moveTo('snoozed', thread, now),
  pin: (thread, _, now) => (thread.pinned ? unchanged(thread) : updated({ ...thread, pinned: true }, now)),
  unpin: (thread, _, now) => (thread.pinned ? updated({ ...thread, pinned: false }, now) : unchanged(thread)),
  unassign: (thread, _, now) => (thread.assignedTo === null ? unchanged(thread) : updated({ ...thread, assignedTo: null }, now)),
  staff_id: assign,
  external_id: (thread, externalId, now) => annotate(thread, { ...thread, externalId }, now),
  metadata: (thread, metadata, now) => annotate(thread, { ...thread, ...withMerged(thread, { metadata }) }, now),
};

/** @throws MoveRefused; Conflict when a thread without an inbound message is to be marked unread; ValidationError for too much metadata */
export function changeConversation<Verb extends ConversationVerb>(
  thread: Conversation,
  { verb, value }: OneChange<Verb>,
  now: Instant,
): ConversationDecision {
  return VERBS[verb](thread, value, now);
}

function markUnread(thread: Conversation, now: Instant): ConversationDecision {
  if (thread.lastInboundAt === null) throw new Conflict('the thread has no message from the contact, so it cannot be unread');
  return isUnread(thread) ? unchanged(thread) : updated({ ...thread, markedUnread: true }, now);
}

function moveTo(status: ConversationStatus, thread: Conversation, now: Instant): ConversationDecision {
  if (thread.status === status) return unchanged(thread);
  requireThreadMove(thread.status, status);
  return updated({ ...thread, status }, now);
}

/** Gives the thread to a teammate. If it is this teammate's already, nothing changes and nothing is announced. */
function assign(thread: Conversation, assignedTo: StaffUserId, now: Instant): ConversationDecision {
  if (thread.assignedTo === assignedTo) return unchanged(thread);
  return changed({ ...thread, assignedTo }, now, [{ type: 'conversation.assigned' }]);
}

function annotate(before: Conversation, next: Conversation, now: Instant): ConversationDecision {
  return before.externalId === next.externalId && before.metadata === next.metadata ? unchanged(before) : updated(next, now);
}

function updated(thread: Conversation, now: Instant): ConversationDecision {
  return changed(thread, now, [{ type: 'conversation.updated' }]);
}
