import { UNANNOTATED } from '../../../domain/shared/annotated.js';
import type { CustomerId, VehicleId } from '../../../domain/shared/id.js';
import {
  comparablePlate,
  completeVehicle,
  normalizeVin,
  openVehicle,
  requireKnowable,
  type NewVehicle,
  type VinDecode,
} from '../../../domain/vehicles/vehicle.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const VIN = normalizeVin('1HGCM82633A004352');
const DECODE: VinDecode = { year: 2003, make: 'HONDA', model: 'Accord', trim: 'EX', bodyClass: 'Coupe' };
const DECODED = { year: 2003, make: 'HONDA', model: 'Accord', trim: 'EX', vehicleType: 'coupe' };

function given(fields: Partial<NewVehicle> = {}): NewVehicle {
  const facts = { year: null, make: null, model: null, trim: null, vehicleType: null };
  const ids = { id: 'vehicle' as VehicleId, customerId: 'dana' as CustomerId }; // safe: the rule only passes ids on
  return { ...ids, vin: VIN, ...facts, color: null, licensePlate: null, mileage: null, ...UNANNOTATED, ...fields };
}

describe('a new vehicle', () => {
  it('has the facts that the decoder knows', () => {
    expect(openVehicle(given(), DECODE, NOW)).toEqual({
      next: { ...given(), ...DECODED, decodePending: false, createdAt: NOW },
      events: [{ type: 'vehicle.created' }],
      changed: true,
      at: NOW,
    });
  });

  it('is decoded later if the decoder gave no answer, and only with a VIN', () => {
    const late = openVehicle(given(), null, NOW);
    expect(late.next.decodePending).toBe(true);
    expect(late.events).toEqual([{ type: 'vehicle.created' }, { type: 'vehicle.decode_missed' }]);
    const nameless = openVehicle(given({ vin: null, make: 'HONDA' }), null, NOW);
    expect(nameless).toMatchObject({ next: { decodePending: false, make: 'HONDA' }, events: [{ type: 'vehicle.created' }] });
    expect(nameless.events).toHaveLength(1);
  });

  it('gets a late decode once', () => {
    const vehicle = openVehicle(given(), null, NOW).next;
    const next = { ...vehicle, ...DECODED, decodePending: false };
    expect(completeVehicle(vehicle, DECODE, NOW)).toEqual({
      next,
      events: [{ type: 'vehicle.updated' }],
      changed: true,
      at: NOW,
    });
    expect(completeVehicle(next, DECODE, NOW)).toEqual({ next, events: [], changed: false });
  });

  it('needs a VIN, a make or a model', () => {
    const nothing = { vin: null, make: null, model: null };
    for (const known of [{ vin: 'V' }, { make: 'HONDA' }, { model: 'Accord' }]) {
      expect(() => {
        requireKnowable({ ...nothing, ...known });
      }).not.toThrow();
    }
    expect(() => {
      requireKnowable(nothing);
    }).toThrow('vin: a VIN, or at least a make or a model, is required');
  });
});

it('plates are compared in upper case, without the blanks around them', () => {
  expect([' ckwp 482', 'CKWP 482 ', 'e\u0301'].map(comparablePlate)).toEqual(['CKWP 482', 'CKWP 482', 'É']);
});
