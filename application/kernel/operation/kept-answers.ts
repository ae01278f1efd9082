import { Conflict, ValidationError } from '../../../domain/shared/errors.js';
import type { JsonSchema } from '../fields/json-schema.js';
import type { IdempotencyRef } from '../ports/idempotency-keys.js';
import type { Sealer } from '../ports/ports.js';
import type { Operation } from './operation.js';
import type { Rendered } from './output.js';

/** The idempotency key of a call. The caller chooses it, so that a retry with the same key does not write a second time. */
export interface IdempotentCall {
  /** the name of the header or argument that has the key */
  readonly name: string;
  readonly key: string;
  /** Returns a hash of the call's method and URL, or of its tool, with its arguments. A key with another hash is refused. */
  readonly fingerprintOf: (given: string) => string;
}

const LONGEST_KEY = 255;
/** Printable ASCII that is not only blanks. The pattern has no look-ahead, because some model providers do not support one. */
const KEY = /^ *[!-~][ -~]*$/;

/** The schema of a key, for the header and for the argument of a tool. */
export const IDEMPOTENCY_KEY_SCHEMA: JsonSchema = { type: 'string', maxLength: LONGEST_KEY, pattern: KEY.source };

/** @param field the name of the header or argument that has the key @throws ValidationError when the form of the key is wrong */
export function readIdempotencyKey(field: string, key: unknown): string {
  if (typeof key === 'string' && key.length <= LONGEST_KEY && KEY.test(key)) return key;
  throw new ValidationError(field, 'must be 1 to 255 printable ASCII characters');
}

/** The refusal of an earlier call with the same idempotency key. Only refusals with 422 are kept. */
export class ReplayedRefusal extends ValidationError {}

/**
 * The answer of a call, or its refusal with all faults. `refusal` is the message, which marks a refusal for instances of an earlier
 * version, too; a refusal that such an instance has kept has no `faults`.
 */
type KeptAnswer =
  | Rendered
  | { readonly refusal: string; readonly faults?: ValidationError['faults'] }
  /** the answer was shown to its caller and is not kept */
  | { readonly answeredOnce: true };

/** Writes the answers that are kept for idempotency keys, and reads them again. Those that hold a secret are encrypted. */
export class KeptAnswers {
  constructor(private readonly sealer: Sealer) {}

  answer(operation: Operation, ref: IdempotencyRef, { data, meta, isNew }: Rendered): string {
    const rendered = { data, meta, ...(isNew !== undefined && { isNew }) };
    return this.keep(operation, ref, operation.answersOnce ? { answeredOnce: true } : rendered);
  }

  refusal(operation: Operation, ref: IdempotencyRef, error: ValidationError): string {
    return this.keep(operation, ref, { refusal: error.message, faults: error.faults });
  }

  /** @throws ReplayedRefusal when the first call was refused; Conflict when the answer is not kept, or no key opens it */
  read(operation: Operation, ref: IdempotencyRef, kept: string): Rendered {
    const text = operation.holdsSecret ? this.sealer.open(kept, placeOf(ref)) : kept;
    if (text === null)
      throw new Conflict('an earlier call with this idempotency key was answered, but nothing opens its answer; use another key');
    const answer = JSON.parse(text) as KeptAnswer; // safe: `keep` has written it
    if ('answeredOnce' in answer)
      throw new Conflict(
        'an earlier call with this idempotency key was carried out, and its answer had a secret that is not kept; use another key',
      );
    if (!('refusal' in answer)) return answer;
    const [{ field, problem }, ...others] = answer.faults ?? [{ field: 'body', problem: answer.refusal }];
    throw new ReplayedRefusal(field, problem, others);
  }

  private keep({ holdsSecret = false }: Operation, ref: IdempotencyRef, answer: KeptAnswer): string {
    const text = JSON.stringify(answer);
    return holdsSecret ? this.sealer.seal(text, placeOf(ref)) : text;
  }
}

function placeOf({ shop, apiKey, key }: IdempotencyRef): string {
  return JSON.stringify(['kept answer', shop, apiKey, key]);
}
