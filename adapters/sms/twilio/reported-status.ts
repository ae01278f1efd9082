import type { ReportedStatus } from '../../../application/areas/texting/hand-over-text.js';

/** Twilio's statuses of outbound messages. `read` exists on channels that report it. */
const REPORTED: ReadonlyMap<string, ReportedStatus> = new Map<string, ReportedStatus>([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** Null: Twilio has no such status, or only inbound messages have it. */
export function reportedStatusOf(status: string): ReportedStatus | null {
  return REPORTED.get(status) ?? null;
}
