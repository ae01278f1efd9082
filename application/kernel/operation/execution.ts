import { StillRunning, ValidationError } from '../../../domain/shared/errors.js';
import { NO_CAUSE, type Cause } from '../events/cause.js';
import { fieldsOf, parseInput, type ReadContext } from '../fields/field.js';
import type { IdempotencyKeys, IdempotencyRef } from '../ports/idempotency-keys.js';
import type { Clock, PublicUrl, UnitOfWork } from '../ports/ports.js';
import { refusalOf, requireChange } from './changes.js';
import type { IdempotentCall, KeptAnswers } from './kept-answers.js';
import { requireNames } from './names.js';
import { NO_PATIENCE, type Caller, type Operation, type Patience, type UseCase } from './operation.js';
import type { Rendered } from './output.js';
import type { Surface } from './steps.js';

/** A condition that the record of a call must meet until the call has changed it. */
export interface Precondition {
  /** true: nobody may change the record between the check and the write; false: it must only exist */
  readonly exact: boolean;
  /** @throws the refusal when the record does not meet it */
  readonly require: () => Promise<void>;
}

export interface OperationCall {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly surface: Surface;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly source: ReadContext['source'];
  readonly idempotent: IdempotentCall | null;
  /** the id of the HTTP request that brought the call */
  readonly requestId: string;
  /** null: the call is carried out whatever the record is like */
  readonly precondition?: Precondition | null;
  /** true: a name that the operation does not know is refused */
  readonly strict?: boolean;
  /** absent: the call waits for nothing */
  readonly patience?: Patience;
}

export interface ExecutionOutcome extends Rendered {
  /** true: this is the stored answer of an earlier call with the same idempotency key */
  readonly replayed: boolean;
}

/** Thrown when an earlier call with another fingerprint has used the idempotency key. */
export class KeyTaken extends ValidationError {
  constructor(name: string) {
    super(name, 'this key was used for another call; use a new one, or repeat that call exactly');
  }
}

/** Thrown when another call with the same idempotency key is still running, or has taken the key from this call. */
export class InFlight extends StillRunning {
  constructor() {
    super('a call with this idempotency key is still in flight');
  }
}

export type UseCases = (operation: Operation) => UseCase<object, unknown>;

/** Runs steps 10 and 11 of `docs/behaviour.md`. A call whose idempotency key has a stored answer does not run again. */
export class Execution {
  constructor(
    private readonly useCases: UseCases,
    private readonly idempotencyKeys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly keptAnswers: KeptAnswers,
    private readonly clock: Clock,
    private readonly publicUrl: PublicUrl,
  ) {}

  run(call: OperationCall): Promise<ExecutionOutcome> {
    if (call.idempotent) return this.runOnce(call, call.idempotent);
    return call.precondition ? this.unitOfWork.run(() => this.execute(call)) : this.execute(call);
  }

  private async execute(call: OperationCall, input = inputOf(call)): Promise<ExecutionOutcome> {
    const { caller, operation, patience = NO_PATIENCE } = call;
    if (input instanceof ValidationError) throw input;
    requireChange(operation, input, call.surface);
    if (call.precondition) {
      if (call.precondition.exact) await this.unitOfWork.ofOneMoment();
      await call.precondition.require();
    }
    const result = await this.useCases(operation)
      .execute(caller, input, causeOf(call), patience)
      .catch((error: unknown) => {
        throw refusalOf(operation, error);
      });
    const { data, meta, isNew } = operation.output.render(result, this.clock.now(), this.publicUrl.url);
    return { data, meta, isNew, replayed: false };
  }

  private async runOnce(call: OperationCall, { name, key, fingerprintOf }: IdempotentCall): Promise<ExecutionOutcome> {
    const input = inputOf(call);
    const fingerprint = fingerprintOf(JSON.stringify(input instanceof ValidationError ? call.raw : argumentsIn(call, input)));
    const ref = { shop: call.caller.shop.id, apiKey: call.caller.key.id, key };
    const beginning = await this.idempotencyKeys.begin(ref, fingerprint, this.clock.now());
    if (beginning.state !== 'begun') {
      if (beginning.fingerprint !== fingerprint) throw new KeyTaken(name);
      if (beginning.state === 'in_progress') throw new InFlight();
      return { ...this.keptAnswers.read(call.operation, ref, beginning.answer), replayed: true };
    }
    try {
      return await this.carryOut(call, input, ref, beginning.attempt);
    } catch (error) {
      await this.settle(call.operation, ref, beginning.attempt, error);
      throw error;
    }
  }

  private carryOut(
    call: OperationCall,
    input: object | ValidationError,
    ref: IdempotencyRef,
    attempt: string,
  ): Promise<ExecutionOutcome> {
    return this.unitOfWork.run(async () => {
      const outcome = await this.execute(call, input);
      const answer = this.keptAnswers.answer(call.operation, ref, outcome);
      if (!(await this.idempotencyKeys.finish(ref, attempt, answer))) throw new InFlight();
      return outcome;
    });
  }

  /** Stores a refusal with 422 as the key's answer. Any other error frees the key again, because another try may succeed. */
  private async settle(operation: Operation, ref: IdempotencyRef, attempt: string, error: unknown): Promise<void> {
    if (error instanceof ValidationError) {
      await this.idempotencyKeys.finish(ref, attempt, this.keptAnswers.refusal(operation, ref, error));
    } else {
      await this.idempotencyKeys.release(ref, attempt);
    }
  }
}

/** The checked input of a call, or its refusal. */
function inputOf({ caller: { shop }, operation, surface, raw, source, strict = false }: OperationCall): object | ValidationError {
  const { country, currency } = shop;
  try {
    // A tool has refused each name that it does not know.
    if (surface !== 'tool') requireNames(operation, surface, raw, strict);
    return parseInput(operation.input, raw, { source, inPath: surface === 'rest', country, currency });
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

/** The arguments of a call as they count: a default that is written out, and a null that counts as absent, make no other call. */
function argumentsIn({ operation }: OperationCall, input: object): readonly (readonly [name: string, value: unknown])[] {
  const given = new Map<string, unknown>(Object.entries(input));
  return fieldsOf(operation.input)
    .map(({ name, schema }) => [name, given.has(name) ? given.get(name) : schema.default] as const)
    .filter(([, value]) => value !== undefined);
}

/** The cause of a call's events. An operation that only reads announces no events and has no cause. */
function causeOf({ operation: { name, scope }, requestId, caller: { key } }: OperationCall): Cause {
  return scope === 'full' ? { ...NO_CAUSE, operation: name, requestId, keyId: key.id, userId: key.actsFor } : NO_CAUSE;
}
