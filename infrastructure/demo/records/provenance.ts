import type { Origin } from '../../../domain/shared/origin.js';
import type { Random } from '../random/random.js';

export interface Imported {
  readonly origin: Origin;
  /** the record's id in the program that it was imported from */
  readonly externalId: string | null;
}

/** A tenth of the records was imported from the program that the shop used before. */
export function fromElsewhere(random: Random, externalId: string): Imported {
  return random.chance(0.1) ? { origin: 'import', externalId } : { origin: 'service', externalId: null };
}
