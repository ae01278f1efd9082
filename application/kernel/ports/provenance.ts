import { RefusedChange } from '../../../domain/shared/errors.js';
import type { Origin } from '../../../domain/shared/origin.js';

/** Tells whether this deployment knows the origin of its records. */
export abstract class Provenance {
  abstract readonly known: boolean;
}

export function originAsked(imported: boolean | undefined): Origin {
  return imported ? 'import' : 'service';
}

/** @throws RefusedChange when a client asks for imported records, but this deployment does not know the origin of records */
export function requireKnown({ known }: Provenance, origin: Origin): void {
  if (known || origin !== 'import') return;
  const problem = 'this deployment cannot tell which records were imported; leave `imported` out';
  throw new RefusedChange(problem, { field: 'imported', problem });
}
