import { Conflict, ValidationError, type Fault } from '../../domain/shared/errors.js';
import { NO_CAUSE, type Cause } from '../events/cause.js';
import type { Clock } from '../ports/clock.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import type { Caller } from './caller.js';
import { requireChange } from './changes.js';
import { parseInput, type ReadContext } from '../fields/field.js';
import type { Surface } from './steps.js';
import type { IdempotentCall } from './idempotency.js';
import type { IdempotencyKeys, IdempotencyRef } from '../ports/idempotency-keys.js';
import type { Operation, UseCase } from './operation.js';
import type { Rendered } from './output.js';

export interface Call {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly surface: Surface;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly source: ReadContext['source'];
  readonly idempotent: IdempotentCall | null;
  /** the id of the HTTP request that brought the call */
  readonly requestId: string;
}

export interface Outcome extends Rendered {
  /** true: this is the stored answer of an earlier call with the same idempotency key */
  readonly replayed: boolean;
}

/** The refusal of an earlier call with the same idempotency key. Only refusals with 422 are kept. */
export class ReplayedRefusal extends ValidationError {}

/** Thrown when an earlier call with another fingerprint has used the idempotency key. */
export class KeyTaken extends ValidationError {
  constructor(name: string) {
    super(name, 'this key was used for another call; use a new one, or repeat that call exactly');
  }
}

/** Thrown when another call with the same idempotency key is still running, or has taken the key from this call. */
export class InFlight extends Conflict {
  constructor() {
    super('a call with this idempotency key is still in flight');
  }
}

/** The stored answer of a call, or its refusal: the message of the first fault in `refusal`, the other faults in `others`. */
type KeptAnswer = Rendered | { readonly refusal: string; readonly others?: readonly Fault[] };

export type UseCases = (operation: Operation) => UseCase<object, unknown>;

/** Runs steps 10 and 11 of `docs/behaviour.md`. A call whose idempotency key has a stored answer does not run again. */
export class Execution {
  constructor(
    private readonly useCases: UseCases,
    private readonly idempotencyKeys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  run(call: Call): Promise<Outcome> {
    return call.idempotent ? this.runOnce(call, call.idempotent) : this.execute(call);
  }

  private async execute(call: Call): Promise<Outcome> {
    const { caller, operation, surface, raw, source } = call;
    const { country, currency } = caller.shop;
    const input = parseInput(operation.input, raw, { source, inPath: surface === 'rest', country, currency });
    requireChange(operation, input);
    const result = await this.useCases(operation).execute(caller, input, causeOf(call));
    const { data, meta } = operation.output.render(result, this.clock.now());
    return { data, meta, replayed: false };
  }

  private async runOnce(call: Call, { name, key, fingerprint }: IdempotentCall): Promise<Outcome> {
    const ref = { shop: call.caller.shop.id, apiKey: call.caller.key.id, key };
    const beginning = await this.idempotencyKeys.begin(ref, fingerprint, this.clock.now());
    if (beginning.state !== 'begun') {
      if (beginning.fingerprint !== fingerprint) throw new KeyTaken(name);
      if (beginning.state === 'in_progress') throw new InFlight();
      return replay(beginning.answer);
    }
    try {
      return await this.carryOut(call, ref, beginning.attempt);
    } catch (error) {
      await this.settle(ref, beginning.attempt, error);
      throw error;
    }
  }

  private carryOut(call: Call, ref: IdempotencyRef, attempt: string): Promise<Outcome> {
    return this.unitOfWork.run(async () => {
      const outcome = await this.execute(call);
      const { data, meta } = outcome;
      if (!(await this.idempotencyKeys.finish(ref, attempt, keep({ data, meta })))) throw new InFlight();
      return outcome;
    });
  }

  /** Stores a refusal with 422 as the key's answer. Any other error frees the key again, because another try may succeed. */
  private async settle(ref: IdempotencyRef, attempt: string, error: unknown): Promise<void> {
    if (error instanceof ValidationError) {
      await this.idempotencyKeys.finish(ref, attempt, keep({ refusal: error.message, others: error.faults.slice(1) }));
    } else {
      await this.idempotencyKeys.release(ref, attempt);
    }
  }
}

/** The cause of a call's events. An operation that only reads announces no events and has no cause. */
function causeOf({ operation: { name, scope }, requestId, caller: { key } }: Call): Cause {
  return scope === 'full' ? { ...NO_CAUSE, operation: name, requestId, keyId: key.id, userId: key.actsFor } : NO_CAUSE;
}

function keep(answer: KeptAnswer): string {
  return JSON.stringify(answer);
}

function replay(stored: string): Outcome {
  const answer = JSON.parse(stored) as KeptAnswer;
  if ('refusal' in answer) {
    const [field = '', ...problem] = answer.refusal.split(': ');
    throw new ReplayedRefusal(field, problem.join(': '), answer.others);
  }
  return { ...answer, replayed: true };
}
