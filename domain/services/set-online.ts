import { Conflict } from '../shared/errors.js';
import { changed, unchanged, type Decision } from '../shared/events.js';
import type { Instant } from '../shared/instant.js';
import type { Service } from './service.js';

/**
 * Shows a service on the public booking page, or removes it from the page.
 * @throws Conflict when a service to be shown is no longer sold
 */
export function setOnline(service: Service, bookable: boolean, now: Instant): Decision<Service, 'service.updated'> {
  if (bookable && !service.active) throw new Conflict('this service is no longer sold: an inactive service cannot be bookable');
  if (service.bookable === bookable) return unchanged(service);
  return changed({ ...service, bookable }, now, [{ type: 'service.updated' }]);
}
