import type { Customer } from '../../../domain/customers/customer.js';
import type { Channel, Conversation, ConversationStatus, ShownThread } from '../../../domain/inbox/conversation.js';
import type { ConversationId, CustomerId, ShopId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Message } from '../../../domain/texting/message.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Announced } from '../../kernel/events/announcer.js';
import type { ChangedRows, ChangesAsked } from '../../kernel/operation/changes-page.js';
import type { AnnotationFilter, OffsetSlice } from '../../kernel/operation/page.js';
import type { RecordType } from '../../transfer/import-kind.js';
import type { LastMessage } from '../texting/messages.js';
import type { ShownContact } from './shown-contact.js';

export interface ConversationFilter extends AnnotationFilter {
  readonly status?: ConversationStatus;
  readonly channel?: Channel;
  readonly customerId?: CustomerId;
  /** the teammate who owns the thread; null: threads without an owner */
  readonly assignedTo?: StaffUserId | null;
  readonly unreadOnly: boolean;
  readonly unanswered?: boolean;
  /** only threads with a message or a call at this time or later */
  readonly since?: Instant;
  /** words, each with its spellings, that the thread's texts or its contact's texts contain; empty: any texts */
  readonly terms: readonly (readonly string[])[];
}

/** The provider's id of a message is stored already, so this is a repetition. */
export class MessageKnown extends Error {
  constructor() {
    super('a message with this provider’s id is stored already');
  }
}

/** Another call has begun a thread with this contact. */
export class ThreadKnown extends Error {
  constructor() {
    super('the service has begun a thread with this contact already');
  }
}

/** A thread in a list. */
export interface ListedThread extends ShownThread {
  /** of its customer, else of its lead; null: it is with neither, or they have no name */
  readonly contactName: string | null;
}

/** The parts that a list shows beside a thread. A part is absent if the client did not ask for it. */
export interface IncludedInThread {
  readonly contact?: ShownContact;
  /** null: the thread has no message */
  readonly lastMessage?: LastMessage | null;
}

/** A thread with the customer it is about; null: it is not a customer's. */
export interface ConversationDetail {
  readonly conversation: Conversation;
  readonly customer: Customer | null;
  /** the row of the thread's contact number, or of the customer's phone if the thread has no number; null: never blocked */
  readonly optOut: OptOut | null;
  /** the row of the customer's phone; null: never blocked, or there is no customer */
  readonly customerOptOut: OptOut | null;
}

/** A decision about a thread, with the messages that are added to it. */
export interface WithMessages {
  readonly thread: Announced<Conversation>;
  readonly messages: readonly Message[];
}

/** The person with whom a thread of calls is. */
export type CallPerson = Pick<Conversation, 'customerId' | 'leadId'>;

/** The threads of a shop's inbox. Threads are never deleted. */
export abstract class Conversations {
  /**
   * Stores a new thread with its first messages in one statement.
   * @throws MessageKnown; ThreadKnown, so that ten texts that arrive at once begin one thread. After ThreadKnown an open unit of
   * work goes on.
   */
  abstract add(shop: ShopId, decision: WithMessages): Promise<Conversation>;
  /**
   * Changes a thread and adds messages to it in one statement; otherwise like `change`.
   * @throws MessageKnown
   */
  abstract extend(shop: ShopId, id: ConversationId, change: (thread: Conversation) => WithMessages): Promise<Conversation | null>;
  /** The threads with a number that belong to no customer. */
  abstract ownerless(shop: ShopId, number: string): Promise<readonly ConversationId[]>;
  /** The newest thread of text messages with a number, of any status. */
  abstract ofNumber(shop: ShopId, number: string): Promise<Conversation | null>;
  /** The newest thread of calls with a number or with the person who has it, of any status. */
  abstract ofCalls(shop: ShopId, number: string, person: CallPerson): Promise<Conversation | null>;
  abstract find(shop: ShopId, id: ConversationId): Promise<Conversation | null>;
  /** The contacts of some threads, by their ids. */
  abstract contacts(shop: ShopId, threads: readonly ConversationId[]): Promise<ReadonlyMap<string, ShownContact>>;
  abstract detail(shop: ShopId, id: ConversationId): Promise<ConversationDetail | null>;
  /** The matching threads in the order of their changes. */
  abstract changes(shop: ShopId, filter: ConversationFilter, asked: ChangesAsked): Promise<ChangedRows<ListedThread>>;
  /** The most recently active thread comes first. Page and total come from one snapshot. */
  abstract list(shop: ShopId, filter: ConversationFilter, limit: number, offset: number): Promise<OffsetSlice<ListedThread>>;
  /**
   * Stores the result of `change` and its events; calls `change` again after a concurrent write. Null: the shop has no such
   * thread.
   * @throws Duplicate when another thread has its external id
   */
  abstract change(
    shop: ShopId,
    id: ConversationId,
    change: (thread: Conversation) => Announced<Conversation>,
  ): Promise<Conversation | null>;
  /** The newest thread of e-mails with a customer, of any status. */
  abstract ofEmails(shop: ShopId, customer: CustomerId): Promise<Conversation | null>;
}

export const CONVERSATIONS: RecordType = { name: 'conversations', noun: 'conversation' };
