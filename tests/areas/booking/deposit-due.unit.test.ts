import fc from 'fast-check';
import { depositDue } from '../../../domain/booking/deposit-due.js';
import { DEPOSIT_TYPES, MOST_MINUTES, type Service } from '../../../domain/services/service.js';
import { majorUnits, MOST_MONEY } from '../../../domain/shared/money.js';
import { aService, aTieredService, money } from '../../support/builders/a-service.js';

/** The price and the deposit of one service. */
function item(fields: Partial<Service>): readonly [price: number, deposit: number] {
  const { items } = depositDue([aService(fields)], undefined);
  return [items[0]!.price, items[0]!.deposit];
}

describe('the deposit of a booking', () => {
  it('is the sum of what each service asks for', () => {
    const coating = aService({ depositType: 'percent', depositValue: 2_500 });
    const wash = aService({ basePrice: money(4_500) });
    const detail = aTieredService({ depositType: 'fixed', depositValue: 5_000 });
    expect(depositDue([coating, wash, detail, wash], 'suv')).toEqual({
      currency: 'CAD',
      subtotal: 124_000,
      depositDue: 27_500,
      items: [
        { serviceId: coating.id, price: 90_000, deposit: 22_500 },
        { serviceId: wash.id, price: 4_500, deposit: 0 },
        { serviceId: detail.id, price: 25_000, deposit: 5_000 },
        { serviceId: wash.id, price: 4_500, deposit: 0 },
      ],
    });
  });

  it.each([
    ['half a cent up', { basePrice: money(1_010), depositValue: 1_250 }, 126],
    ['less than half a cent down', { basePrice: money(1_009), depositValue: 1_250 }, 126],
    ['hundredths of a percent', { basePrice: money(1), depositValue: 4_999 }, 0],
    ['all of it', { basePrice: MOST_MONEY, depositValue: 10_000 }, MOST_MONEY],
    ['yen', { basePrice: money(99), depositValue: 5_000, currency: 'JPY' }, 50],
    ['fils', { basePrice: money(10_005), depositValue: 1_000, currency: 'KWD' }, 1_001],
  ])('rounds a percentage half up to a minor unit: %s', (_, fields, deposit) => {
    expect(item({ depositType: 'percent', ...fields })[1]).toBe(deposit);
  });

  it('is rounded for each service', () => {
    const service = aService({ basePrice: money(101), depositType: 'percent', depositValue: 5_000 });
    expect(depositDue([service, service], undefined).depositDue).toBe(102);
  });

  it('is never above the price', () => {
    expect(item({ basePrice: money(3_000), depositType: 'fixed', depositValue: 5_000 })).toEqual([3_000, 3_000]);
    expect(item({ basePrice: money(5_000), depositType: 'fixed', depositValue: 5_000 })).toEqual([5_000, 5_000]);
    expect(item({ depositType: 'percent', depositValue: null })).toEqual([90_000, 0]);
  });

  it.each([
    [10_000, 90, 15_000],
    [10_001, 30, 5_001],
    [10_000, 1, 167],
    [1, 29, 0],
    [10_000, 0, 0],
    // 10,000,000,000 × 525,599 / 60 is above 2^53 as soon as it is doubled.
    [MOST_MONEY, 525_599, 87_599_833_333_333],
    [9_999_999_999, 525_599, 87_599_833_324_573],
  ])('of a service per hour is a part of the price: %i for %i minutes is %i', (basePrice, durationMinutes, price) => {
    expect(item({ pricingModel: 'per_hour', basePrice: money(basePrice), durationMinutes })).toEqual([price, 0]);
  });

  it('keeps the decimals of the currency', () => {
    const written = (currency: string): number[] => {
      const due = depositDue(
        [aService({ basePrice: money(12_345), depositType: 'fixed', depositValue: 678, currency })],
        undefined,
      );
      return [due.subtotal, due.depositDue].map((amount) => majorUnits(amount, due.currency));
    };
    expect([written('JPY'), written('CAD'), written('KWD')]).toEqual([
      [12_345, 678],
      [123.45, 6.78],
      [12.345, 0.678],
    ]);
  });

  it.each([
    ['service_ids: Ceramic coating has no price on the menu', { basePrice: null }],
    ['service_ids: Ceramic coating has no price on the menu', { pricingModel: 'per_hour', basePrice: null }],
    ['service_ids: Ceramic coating is priced per hour and has no duration on the menu', { pricingModel: 'per_hour' }],
    ['service_ids: Ceramic coating is priced by area, so its price is known only after a quote', { pricingModel: 'per_sqft' }],
    ['service_ids: Ceramic coating is priced by quote and has no set price', { pricingModel: 'custom', basePrice: null }],
    ['service_ids: Ceramic coating: an add-on is only done together with another service, add one', { addon: true }],
    ['service_ids: Ceramic coating has no price for any size of vehicle', { pricingModel: 'tiered' }],
  ] as const)('is refused: %s', (message, fields) => {
    expect(() => item(fields)).toThrow(message);
  });

  it('is exact for all prices', () => {
    const service = fc.record({
      pricingModel: fc.constantFrom('flat' as const, 'per_hour' as const),
      basePrice: fc.nat(MOST_MONEY).map(money),
      durationMinutes: fc.nat(MOST_MINUTES),
      depositType: fc.constantFrom(...DEPOSIT_TYPES),
      depositValue: fc.nat(10_000),
    });
    fc.assert(
      fc.property(fc.array(service, { minLength: 1, maxLength: 10 }), (chosen) => {
        const { items, subtotal, depositDue: due } = depositDue(chosen.map(aService), undefined);
        for (const [index, { pricingModel, basePrice, durationMinutes, depositType, depositValue }] of chosen.entries()) {
          const { price, deposit } = items[index]!;
          // Half up: the result is at most half a unit above the exact value, and less than half a unit below it.
          const isRounded = (rounded: number, part: number, whole: number, of: number): boolean => {
            const difference = 2n * (BigInt(rounded) * BigInt(whole) - BigInt(of) * BigInt(part));
            return -BigInt(whole) < difference && difference <= BigInt(whole);
          };
          expect(pricingModel === 'flat' ? price === basePrice : isRounded(price, durationMinutes, 60, basePrice)).toBe(true);
          if (depositType === 'percent') expect(isRounded(deposit, depositValue, 10_000, price)).toBe(true);
          else expect(deposit).toBe(depositType === 'fixed' ? Math.min(depositValue, price) : 0);
        }
        expect(subtotal).toBe(items.reduce((sum, { price }) => sum + price, 0));
        expect(due).toBe(items.reduce((sum, { deposit }) => sum + deposit, 0));
      }),
      { numRuns: 300 },
    );
  });
});
