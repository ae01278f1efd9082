import type { Announcement } from './announcer.js';

/** Judges an event where it is announced, so that a wrong one fails with the code that made it. */
export abstract class EventCheck {
  /** @throws Error when the event's data is not as its kind's schema describes it */
  abstract check(announcement: Pick<Announcement, 'type' | 'data'>): void;
}

/** The compiler has checked the service's own events. It has not seen those of an extension in JavaScript. */
export const NO_EVENT_CHECK: EventCheck = { check: () => undefined };
