/** A UUID in lower case, branded by the kind of record: a staff profile id is not a user id. */
export type Id<Kind extends string> = string & { readonly __id: Kind };

export type ShopId = Id<'Shop'>;
export type ApiKeyId = Id<'ApiKey'>;
export type LeadId = Id<'Lead'>;
export type LeadTimelineEntryId = Id<'LeadTimelineEntry'>;
export type CustomerId = Id<'Customer'>;
export type VehicleId = Id<'Vehicle'>;
export type QuoteId = Id<'Quote'>;
export type InvoiceId = Id<'Invoice'>;
export type JobId = Id<'Job'>;
export type ServiceId = Id<'Service'>;
export type ReviewId = Id<'Review'>;
export type CallId = Id<'Call'>;
export type MediaFileId = Id<'MediaFile'>;
export type PhoneNumberId = Id<'PhoneNumber'>;
export type ConversationId = Id<'Conversation'>;
export type MessageId = Id<'Message'>;
export type ScheduledMessageId = Id<'ScheduledMessage'>;
export type TaskId = Id<'Task'>;
export type EventId = Id<'Event'>;
export type WebhookId = Id<'Webhook'>;
export type DeliveryId = Id<'Delivery'>;
export type AutomationId = Id<'Automation'>;
export type AutomationRunId = Id<'AutomationRun'>;
/** The `user_id` of a staff row. It names the owner of a lead, a task or a thread. */
export type StaffUserId = Id<'StaffUser'>;
/** The `id` of a staff row. It names the person assigned to a job. */
export type StaffProfileId = Id<'StaffProfile'>;
/** Either id of a person of the shop. Inputs and filters take both. */
export type PersonId = StaffProfileId | StaffUserId;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Turns text into an id; null when the text is not a UUID. */
export function toId<Kind extends string>(text: string): Id<Kind> | null {
  return UUID.test(text) ? (text.toLowerCase() as Id<Kind>) : null;
}

/** The nil UUID. It is a well-formed id that no record has, so a lookup by it finds nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000' as Id<never>;
