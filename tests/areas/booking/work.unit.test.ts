import { workOf } from '../../../domain/booking/work.js';
import type { Service } from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { aService, aTieredService } from '../../support/builders/a-service.js';

const wash = aService({ name: 'Hand wash', durationMinutes: 45 });
const coating = aService({ name: 'Ceramic coating', durationMinutes: 240, cureTimeHours: 12 });
const wax = aService({ name: 'Wax', durationMinutes: 30, cureTimeHours: 1.5, addon: true });
const detail = aTieredService({ durationMinutes: 60 });

/** The messages of all faults. */
function faults(services: readonly Service[], ...size: Parameters<typeof workOf>[1][]): string[] {
  try {
    workOf(services, size[0]);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.faults.map(({ field, problem }) => `${field}: ${problem}`);
  }
}

describe('the work of a booking', () => {
  it('lasts as long as all services, one after the other', () => {
    expect(workOf([wash], undefined)).toEqual({ minutes: 45, cureMinutes: 0 });
    expect(workOf([wash, coating, wax], undefined)).toEqual({ minutes: 315, cureMinutes: 720 });
    expect(workOf([wash, wash], undefined).minutes).toBe(90);
  });

  it('takes the duration of the tier, or that of the service if the tier has none', () => {
    expect(workOf([detail], 'suv').minutes).toBe(90);
    expect(workOf([detail], 'sedan').minutes).toBe(60);
    expect(workOf([wash], 'sedan').minutes).toBe(45);
  });

  it.each([
    [null, 0],
    [0.01, 1],
    [0.05, 3],
    [1.1, 66],
    [2.35, 141],
    [9999, 599_940],
  ])('lets %p hours of cure time last %i minutes', (cureTimeHours, minutes) => {
    expect(workOf([wash, aService({ durationMinutes: 1, cureTimeHours })], undefined).cureMinutes).toBe(minutes);
  });

  it('is refused if a service has no duration', () => {
    const quoted = aService({ name: 'Paint correction' });
    const noTime = ['service_ids: Paint correction has no duration on the menu'];
    expect(faults([wash, quoted, quoted])).toEqual(noTime);
    expect(faults([aTieredService()], 'sedan')).toEqual(['service_ids: Full interior detail has no duration on the menu']);
  });

  it('is refused if the size of the vehicle is missing or not on the menu', () => {
    const missing = 'vehicle_size: is required: Full interior detail is offered for sedan, suv';
    expect(faults([detail])).toEqual([missing]);
    expect(faults([detail], 'van')).toEqual(['vehicle_size: Full interior detail is offered for sedan, suv, not for van']);
    expect(faults([detail, aService({ name: 'Tint' })])).toEqual(['service_ids: Tint has no duration on the menu', missing]);
  });

  it('is refused if there are only add-ons', () => {
    const alone = 'service_ids: Wax: an add-on is only done together with another service, add one';
    expect(faults([wax, wax])).toEqual([alone]);
    expect(faults([wax, wash])).toEqual([]);
  });

  it('is refused if it takes no time', () => {
    const free = aService({ name: 'Inspection', durationMinutes: 0 });
    expect(faults([free])).toEqual(['service_ids: Inspection: no time is needed, so none can be booked']);
    expect(workOf([free, wash], undefined).minutes).toBe(45);
  });
});
