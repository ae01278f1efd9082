import { PRICING_MODELS, type VehicleSize } from '../../../domain/services/service.js';
import { tierPrices, updatePrice, type NewPrice } from '../../../domain/services/update-price.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { aService, aTieredService, money } from '../../support/builders/a-service.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-03T09:00:00.000Z');
const base = (minor: number): NewPrice => ({ kind: 'base_price', basePrice: money(minor) });
const tiers = (...prices: [VehicleSize, number][]): NewPrice =>
  tierPrices(prices.map(([vehicleSize, minor]) => ({ vehicleSize, price: money(minor) })));

describe('a new price', () => {
  const fitting = { flat: 'base_price', per_sqft: 'base_price', per_hour: 'base_price', tiered: 'tiers', custom: null } as const;
  const refusal = (model: keyof typeof fitting): string => {
    const kind = fitting[model];
    return kind ? `this service is priced ${model}: give ${kind}` : 'a custom service is priced by quote and has no set price';
  };

  it.each(PRICING_MODELS.flatMap((model) => [base(1), tiers(['van', 1])].map((price) => [model, price.kind, price] as const)))(
    'is accepted or refused by the pricing model %s, if it is given by %s',
    (pricingModel, kind, price) => {
      const update = (): unknown => updatePrice(aService({ pricingModel }), price, NOW);
      if (fitting[pricingModel] === kind)
        expect(update()).toMatchObject({ changed: true, events: [{ type: 'service.updated' }] });
      else expect(update).toThrow(new ValidationError(kind, refusal(pricingModel)));
    },
  );

  it('changes nothing if the service has it already', () => {
    expect(updatePrice(aService(), base(90_000), NOW).changed).toBe(false);
    expect(updatePrice(aTieredService(), tiers(['suv', 25_000], ['sedan', 20_000]), NOW).changed).toBe(false);
    expect(updatePrice(aTieredService(), tiers(['sedan', 20_000]), NOW).changed).toBe(false);
  });

  it.each([
    ['another price', tiers(['sedan', 20_001], ['suv', 25_000])],
    ['another size', tiers(['sedan', 20_000], ['van', 25_000])],
    ['a size more', tiers(['sedan', 20_000], ['suv', 25_000], ['van', 1])],
    ['another duration', tierPrices([{ vehicleSize: 'suv', price: money(25_000), durationMinutes: 91 }])],
  ])('changes the service if its tiers have %s', (_, price) => {
    expect(updatePrice(aTieredService(), price, NOW).changed).toBe(true);
  });
});

describe('the new tiers of a price', () => {
  it('are sorted by size, together with the unnamed tiers, and keep durations that are not given', () => {
    const { next } = updatePrice(aTieredService(), tiers(['oversize', 3], ['suv', 2], ['compact', 1]), NOW);
    expect(next.tiers).toEqual([
      { vehicleSize: 'compact', price: 1, durationMinutes: null },
      { vehicleSize: 'sedan', price: 20_000, durationMinutes: null },
      { vehicleSize: 'suv', price: 2, durationMinutes: 90 },
      { vehicleSize: 'oversize', price: 3, durationMinutes: null },
    ]);
  });

  it('may have a duration, including zero', () => {
    const price = tierPrices([
      { vehicleSize: 'suv', price: money(2), durationMinutes: 0 },
      { vehicleSize: 'sedan', price: money(1), durationMinutes: 45 },
    ]);
    expect(updatePrice(aTieredService(), price, NOW).next.tiers.map(({ durationMinutes }) => durationMinutes)).toEqual([45, 0]);
  });

  it('have each size once', () => {
    expect(() => tiers(['suv', 1], ['van', 1], ['suv', 1])).toThrow('tiers: suv is given twice');
  });
});
