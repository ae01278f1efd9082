import type { ConversationId, MessageId } from '../shared/id.js';
import type { Instant } from '../shared/instant.js';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Message {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly direction: Direction;
  readonly body: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: string;
  /** true: sent by a machine, such as the service itself, not by a person */
  readonly automated: boolean;
  readonly createdAt: Instant;
}
