/** The kinds that a webhook subscription can ask for. A verb of the domain announces each of them today. */
export const EVENT_KINDS = [
  'lead.created',
  'lead.updated',
  'lead.status_changed',
  'customer.created',
  'customer.updated',
  'vehicle.created',
  'job.stage_changed',
  'task.created',
  'task.updated',
  'task.completed',
  'task.reopened',
  'task.canceled',
  'task.assigned',
  'vehicle.updated',
  'service.updated',
] as const;

/** Kinds that only the service's own reactions hear. No subscriber ever does, and no document names them. */
export const INTERNAL_EVENT_KINDS = ['vehicle.decode_missed'] as const;

export type EventKind = (typeof EVENT_KINDS)[number] | (typeof INTERNAL_EVENT_KINDS)[number];
