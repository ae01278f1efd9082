import type { DemoPart } from '../demo-part.js';

/**
 * The steps between serial numbers. A vehicle plant also makes cars for other owners, so the serial numbers of vehicles have
 * gaps.
 */
const STEPS = { vehicle: 3, job: 1, quote: 1, invoice: 1 };

/** The serial numbers of a shop's records. In each block they continue after those of the block before. */
export class Serials {
  private readonly last = { vehicle: 100_000, job: 1000, quote: 5000, invoice: 20_000 };

  next(of: keyof typeof STEPS): number {
    this.last[of] += STEPS[of];
    return this.last[of];
  }
}

export const demoSerials: DemoPart<Serials> = { name: 'serials', per: 'shop', make: () => new Serials() };
