import type { Origin } from '../../../domain/shared/origin.js';
import type { Random } from '../random/random.js';

export interface Imported {
  readonly origin: Origin;
  /** what the record is called where it came from */
  readonly externalId: string | null;
}

/** A tenth was brought along from the program that the shop used before. */
export function fromElsewhere(random: Random, externalId: string): Imported {
  return random.chance(0.1) ? { origin: 'import', externalId } : { origin: 'service', externalId: null };
}
