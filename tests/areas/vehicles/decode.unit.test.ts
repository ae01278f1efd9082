import { labelOf, mergeDecode, type VehicleFacts, type VinDecode } from '../../../domain/vehicles/vehicle.js';

const NOTHING: VehicleFacts = { year: null, make: null, model: null, trim: null, vehicleType: null };
const UNKNOWN: VinDecode = { year: null, make: null, model: null, trim: null, bodyClass: null };
const ACCORD: VinDecode = { year: 2003, make: 'HONDA', model: 'Accord', trim: 'EX-V6', bodyClass: 'Coupe' };

describe('the function mergeDecode', () => {
  it('fills values that were not supplied, in the decoder’s spelling', () => {
    expect(mergeDecode(NOTHING, ACCORD)).toEqual({
      year: 2003,
      make: 'HONDA',
      model: 'Accord',
      trim: 'EX-V6',
      vehicleType: 'coupe',
    });
  });

  it('never overwrites a supplied value', () => {
    const supplied: VehicleFacts = { year: 1999, make: 'Honda', model: 'Civic', trim: 'Si', vehicleType: 'show car' };
    expect(mergeDecode(supplied, ACCORD)).toEqual(supplied);
  });

  it('fills each field independently', () => {
    const merged = mergeDecode({ ...NOTHING, make: 'Honda', vehicleType: 'other' }, ACCORD);
    expect(merged).toEqual({ year: 2003, make: 'Honda', model: 'Accord', trim: 'EX-V6', vehicleType: 'other' });
  });

  it('leaves a value open if the decoder does not know it, so that a later decode can fill it', () => {
    const first = mergeDecode(NOTHING, { ...UNKNOWN, make: 'HONDA' });
    expect(first).toEqual({ ...NOTHING, make: 'HONDA' });
    expect(mergeDecode(first, ACCORD)).toMatchObject({ year: 2003, vehicleType: 'coupe' });
  });

  it('changes nothing if the same decode comes again', () => {
    const merged = mergeDecode(NOTHING, ACCORD);
    expect(mergeDecode(merged, ACCORD)).toEqual(merged);
  });

  it('returns only the decoded fields of a whole vehicle', () => {
    const vehicle = { ...NOTHING, vin: '1HGCM82633A004352' };
    expect(mergeDecode(vehicle, UNKNOWN)).toEqual(NOTHING);
  });

  it('names an unknown body class other', () => {
    expect(mergeDecode(NOTHING, { ...UNKNOWN, bodyClass: 'Hovercraft' }).vehicleType).toBe('other');
  });

  it.each([1884, 2101, 2003.5, Number.NaN, -1])('ignores the year %d', (year) => {
    expect(mergeDecode(NOTHING, { ...UNKNOWN, year }).year).toBeNull();
  });

  it.each([1885, 2100])('accepts the year %d', (year) => {
    expect(mergeDecode(NOTHING, { ...UNKNOWN, year }).year).toBe(year);
  });

  it.each(['', '   ', 'a\u0000b', 'a\u0085b', 'a\nb', 'a\u2028b', '\ud800', 'x'.repeat(81)])('ignores the name %j', (name) => {
    expect(mergeDecode(NOTHING, { ...UNKNOWN, make: name, model: name, trim: name })).toEqual(NOTHING);
  });

  it('trims, composes and measures names in code points', () => {
    const merged = mergeDecode(NOTHING, { ...UNKNOWN, make: '  Citroe\u0308n ', model: '🚗'.repeat(80), trim: 'a\tb' });
    expect(merged).toMatchObject({ make: 'Citro\u00ebn', model: '🚗'.repeat(80), trim: 'a b' });
  });
});

describe('the function labelOf', () => {
  it('joins year, make, model and trim', () => {
    expect(labelOf({ year: 2003, make: 'HONDA', model: 'Accord', trim: 'EX-V6' })).toBe('2003 HONDA Accord EX-V6');
  });

  it('leaves one blank where a part is missing', () => {
    expect(labelOf({ ...NOTHING, year: 2003, model: 'Accord' })).toBe('2003 Accord');
  });

  it('is null if no part is known', () => {
    expect(labelOf(NOTHING)).toBeNull();
  });
});
