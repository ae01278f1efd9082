import type { Service, VehicleSize } from '../services/service.js';
import { ValidationError, type Fault } from '../shared/errors.js';
import type { Work } from './booking.js';
import { isTier, namesOf, ofEach, serviceFault, tierFor } from './chosen-services.js';

/**
 * The work of a booking: the services one after the other, and the longest of their cure times. A service that was chosen twice
 * is done twice.
 * @throws ValidationError when only add-ons were chosen, when a service has no duration, when all durations are 0, or when the
 * vehicle's size is missing or is not on the menu
 */
export function workOf(services: readonly Service[], vehicleSize: VehicleSize | undefined): Work {
  const minutes = ofEach(services, (service) => minutesOf(service, vehicleSize)).reduce((sum, one) => sum + one, 0);
  if (minutes === 0) throw new ValidationError('service_ids', `${namesOf(services)}: no time is needed, so none can be booked`);
  return { minutes, cureMinutes: Math.max(...services.map(cureMinutesOf)) };
}

/** A tier without a duration has that of its service. */
function minutesOf(service: Service, vehicleSize: VehicleSize | undefined): number | Fault {
  const tier = service.pricingModel === 'tiered' ? tierFor(service, vehicleSize) : null;
  if (tier && !isTier(tier)) return tier;
  return tier?.durationMinutes ?? service.durationMinutes ?? serviceFault(service, 'has no duration on the menu');
}

/** The cure time in minutes, rounded up. Hours have two decimals, so hundredths of them are whole numbers. */
function cureMinutesOf({ cureTimeHours }: Service): number {
  return Math.ceil((Math.round((cureTimeHours ?? 0) * 100) * 60) / 100);
}
