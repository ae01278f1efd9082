import {
  categoryKey,
  parseDeposit,
  PRICING_MODELS,
  requirePrices,
  shownDeposit,
  type DepositType,
  type PricingModel,
} from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { aTieredService, money } from '../../support/builders/a-service.js';

it('categories are one if they differ only in case and in the form of their letters', () => {
  expect([' Détail ', 'DE\u0301TAIL'].map(categoryKey)).toEqual(['détail', 'détail']);
});

describe('a deposit', () => {
  it.each<[DepositType, string, number | null]>([
    ['percent', '0', 0],
    ['percent', '7', 700],
    ['percent', '12.5', 1250],
    ['percent', '33.33', 3333],
    ['percent', '100', 10_000],
    ['percent', '100.0', 10_000],
    ['percent', '100.00', 10_000],
    ['percent', '100.01', null],
    ['percent', '101', null],
    ['percent', '12.345', null],
    ['percent', '12.', null],
    ['percent', '-1', null],
    ['percent', '5%', null],
    ['percent', '', null],
    ['fixed', '12.50', 1250],
    ['fixed', '250', 25_000],
    ['fixed', '12.345', null],
    ['none', '5', null],
  ])('of the type %s that is written as %j is stored as %j', (type, text, stored) => {
    expect(parseDeposit(type, text, 'CAD')).toBe(stored);
  });

  it.each<[DepositType, number | null, number | null]>([
    ['percent', 1250, 12.5],
    ['fixed', 1250, 12.5],
    ['percent', null, null],
    ['fixed', null, null],
    ['none', 1250, null],
  ])('of the type %s that is stored as %j is shown as %j', (depositType, depositValue, shown) => {
    expect(shownDeposit({ depositType, depositValue }, 'CAD')).toBe(shown);
  });

  it('is shown in whole units if its currency has no smaller ones', () => {
    expect(shownDeposit({ depositType: 'fixed', depositValue: 1250 }, 'JPY')).toBe(1250);
    expect(shownDeposit({ depositType: 'percent', depositValue: 1250 }, 'JPY')).toBe(12.5);
  });
});

describe('the prices of a service', () => {
  const { tiers } = aTieredService();
  const check = (pricingModel: PricingModel, basePrice: number | null, some: typeof tiers) => () => {
    requirePrices({ pricingModel, basePrice: basePrice === null ? null : money(basePrice), tiers: some });
  };

  it.each(PRICING_MODELS)('may be missing in the pricing model %s', (model) => {
    expect(check(model, null, [])).not.toThrow();
  });

  it('are one price, or one for each size of vehicle in a tiered service', () => {
    expect(check('flat', 1, [])).not.toThrow();
    expect(check('tiered', null, tiers)).not.toThrow();
    const noTiers = new ValidationError('tiers', 'a flat service cannot have prices by vehicle size');
    expect(check('flat', null, tiers)).toThrow(noTiers);
    expect(check('tiered', 1, tiers)).toThrow(new ValidationError('base_price', 'a tiered service is priced by vehicle size'));
    const byQuote = new ValidationError('base_price', 'a custom service is priced by quote and has no set price');
    expect(check('custom', 1, [])).toThrow(byQuote);
  });
});
