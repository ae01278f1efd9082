import type { ApiKeyId, AutomationId, EventId, StaffUserId } from '../../../domain/shared/id.js';
import { Text, Uuid } from '../fields/fields.js';

/** The key that made a change, and the person whom the key acts for, as an event's details show them. */
export class ActorView {
  @Uuid({ description: 'The API key that called.' }) key_id!: string;
  @Uuid({ nullable: true, description: 'The staff user whom the key acts for.' }) user_id!: string | null;
}

/** The reason for a change of a record. A part that does not apply is null. */
export interface Cause {
  /** the operation that was called */
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly keyId: ApiKeyId | null;
  /** the staff user whom the key acts for */
  readonly userId: StaffUserId | null;
  readonly automationId: AutomationId | null;
  /** the event that a reaction, work or an automation followed */
  readonly eventId: EventId | null;
}

export const NO_CAUSE: Cause = { operation: null, requestId: null, keyId: null, userId: null, automationId: null, eventId: null };

/** The cause in the form that the outbox stores and subscribers read. */
export class CauseView {
  @Text({ nullable: true, description: 'The operation that was called.', example: 'leads.update' }) operation!: string | null;
  @Text({ nullable: true, description: 'The `X-Request-Id` of that call.' }) request_id!: string | null;
  @Uuid({ nullable: true, description: 'The API key that called.' }) key_id!: string | null;
  @Uuid({ nullable: true, description: 'The staff user whom the key acts for.' }) user_id!: string | null;
  @Uuid({ nullable: true, description: 'The automation that acted.' }) automation_id!: string | null;
  @Uuid({ nullable: true, description: 'The event that caused this event.' }) event_id!: string | null;
  @Text({ nullable: true, description: 'The operator of the service who ran a command.' })
  operator!: string | null;

  /** @param operator who runs the commands of this process; null: it is a service */
  static of(cause: Cause, operator: string | null = null): CauseView {
    return {
      operation: cause.operation,
      request_id: cause.requestId,
      key_id: cause.keyId,
      user_id: cause.userId,
      automation_id: cause.automationId,
      event_id: cause.eventId,
      operator,
    };
  }
}
