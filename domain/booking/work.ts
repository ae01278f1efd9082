import type { Service, ServiceTier, VehicleSize } from '../services/service.js';
import { refuse, ValidationError, type Fault } from '../shared/errors.js';
import type { BookedWork } from './booking.js';

/**
 * Reads one number from each of the services that were chosen for a booking.
 * @param read returns the number of a service, or the fault because of which there is none
 * @throws ValidationError when only add-ons were chosen, or with the faults of all services: those of `service_ids` first, because
 * it is the first field of a booking
 */
export function ofEach<N extends number>(services: readonly Service[], read: (service: Service) => N | Fault): N[] {
  requireMoreThanAddons(services);
  const results = services.map(read);
  // A service that was chosen twice has its fault once.
  const faults = new Map(results.flatMap((result) => (typeof result === 'number' ? [] : [[result.problem, result]])));
  refuse([...faults.values()].sort((one, other) => orderOf(one) - orderOf(other)));
  return results.filter((result) => typeof result === 'number');
}

function orderOf({ field }: Fault): number {
  return field === 'service_ids' ? 0 : 1;
}

function requireMoreThanAddons(services: readonly Service[]): void {
  if (services.some(({ addon }) => !addon)) return;
  throw new ValidationError('service_ids', `${namesOf(services)}: an add-on is only done together with another service, add one`);
}

/** The names of the services, each of them once. */
function namesOf(services: readonly Service[]): string {
  return [...new Set(services.map(({ name }) => name))].join(', ');
}

/** The fault that a service cannot be booked as it is on the menu. @param problem continues the sentence that its name begins */
export function serviceFault({ name }: Service, problem: string): Fault {
  return { field: 'service_ids', problem: `${name} ${problem}` };
}

/** The tier of a `tiered` service for a vehicle, or the fault because of which there is none. */
export function tierFor(service: Service, vehicleSize: VehicleSize | undefined): ServiceTier | Fault {
  const { name, tiers } = service;
  if (tiers.length === 0) return serviceFault(service, 'has no price for any size of vehicle');
  const tier = tiers.find((one) => one.vehicleSize === vehicleSize);
  if (tier) return tier;
  const offer = `${name} is offered for ${tiers.map((one) => one.vehicleSize).join(', ')}`;
  return {
    field: 'vehicle_size',
    problem: vehicleSize === undefined ? `is required: ${offer}` : `${offer}, not for ${vehicleSize}`,
  };
}

/** Tells a fault from a tier. */
export function isTier(found: ServiceTier | Fault): found is ServiceTier {
  return 'vehicleSize' in found;
}

/**
 * The work of a booking: the services one after the other, and the longest of their cure times. A service that was chosen twice
 * is done twice.
 * @throws ValidationError when only add-ons were chosen, when a service has no duration, when all durations are 0, or when the
 * vehicle's size is missing or is not on the menu
 */
export function workOf(services: readonly Service[], vehicleSize: VehicleSize | undefined): BookedWork {
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
