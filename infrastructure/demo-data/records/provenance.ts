import type { Origin } from '../../../domain/shared/origin.js';
import type { Random } from '../random/random.js';

export interface Imported {
  readonly origin: Origin;
  /** the record's id in the program that it was imported from */
  readonly externalId: string | null;
}

/** Returns the origin of a record. For a tenth of the records this is an import from the program that the shop used before. */
export function fromElsewhere(random: Random, externalId: string): Imported {
  return random.chance(0.1) ? { origin: 'import', externalId } : { origin: 'service', externalId: null };
}
