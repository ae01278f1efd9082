import { canMove, MoveRefused, type Transitions } from '../shared/transitions.js';
import type { Conversation, ConversationStatus } from './conversation.js';

export const CONVERSATION_MOVES: Transitions<ConversationStatus> = {
  open: ['snoozed', 'closed'],
  snoozed: ['open', 'closed'],
  closed: ['open', 'snoozed'],
};

/** A thread that stays as it is does not move. @throws MoveRefused when the table forbids the move */
export function requireThreadMove(from: ConversationStatus, to: ConversationStatus): void {
  if (from === to || canMove(CONVERSATION_MOVES, from, to)) return;
  throw new MoveRefused('status', `a thread cannot move from ${from} to ${to}`);
}

/**
 * The status after a message of the contact: the thread is open again. If the table forbids that, the thread stays as it is,
 * because the message has arrived and cannot be refused.
 */
export function reopened({ status }: Conversation): ConversationStatus {
  return canMove(CONVERSATION_MOVES, status, 'open') ? 'open' : status;
}
