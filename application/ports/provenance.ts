import { RefusedChange } from '../../domain/shared/errors.js';
import type { Origin } from '../../domain/shared/origin.js';

/** Whether this deployment can tell where a record came from. */
export abstract class Provenance {
  abstract readonly known: boolean;
}

/** @throws RefusedChange where imported records are asked for and cannot be told apart */
export function originAsked({ known }: Provenance, imported: boolean | undefined): Origin {
  if (!imported) return 'service';
  if (!known) throw new RefusedChange('this deployment does not tell imported records apart; leave `imported` out');
  return 'import';
}
