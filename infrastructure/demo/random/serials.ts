import type { DemoPart } from '../demo-part.js';

/** Vehicles of one plant: others lie between them. */
const STEPS = { vehicle: 3, job: 1, quote: 1, invoice: 1 };

/** What is counted on from block to block of a shop. */
export class Serials {
  private readonly last = { vehicle: 100_000, job: 1000, quote: 5000, invoice: 20_000 };

  next(of: keyof typeof STEPS): number {
    this.last[of] += STEPS[of];
    return this.last[of];
  }
}

export const demoSerials: DemoPart<Serials> = { name: 'serials', per: 'shop', make: () => new Serials() };
