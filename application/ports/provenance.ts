import { RefusedChange } from '../../domain/shared/errors.js';
import type { Origin } from '../../domain/shared/origin.js';

/** Whether this deployment can tell where a record came from. */
export abstract class Provenance {
  abstract readonly known: boolean;
}

export function originAsked(imported: boolean | undefined): Origin {
  return imported ? 'import' : 'service';
}

/** @throws RefusedChange where imported records are asked for and cannot be told apart */
export function requireKnown({ known }: Provenance, origin: Origin): void {
  if (!known && origin === 'import') throw new RefusedChange('this deployment does not tell imported records apart; leave `imported` out');
}
