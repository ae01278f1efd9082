import { ShopError, Unavailable, type ErrorCode } from '../../../domain/shared/errors.js';
import { provideItself, type Provision } from '../provide.js';
import { frozen } from '../frozen.js';
import { briefly } from './brief-refusal.js';
import type { Caller, Operation, OperationOf, PortsOf, UseCase } from './operation.js';

/** The codes with which a guard may refuse. The others say that a gate, the input or the service itself refused. */
export const GUARD_CODES = ['forbidden', 'not_found', 'conflict', 'validation_error'] as const satisfies readonly ErrorCode[];
export type GuardCode = (typeof GUARD_CODES)[number];

/** A rule of a team that stands before an operation, on every surface. */
export interface Guard<Input extends object> {
  /**
   * @param input the checked and converted input of the call, which the use case gets, too. It is frozen
   * @throws ShopError to refuse the call; its code must be one of the guard's `errors`
   */
  check(caller: Caller, input: Input): Promise<void> | void;
}

/** A guard with the operation that it stands before. It also stands before each other operation of the same use case. */
export interface GuardBefore {
  readonly operation: Operation;
  readonly guard: Provision;
  /** the codes with which the guard refuses; the operation's entry in the OpenAPI document has them, too */
  readonly errors: readonly GuardCode[];
}

/**
 * Declares a guard. It runs after the gates and the checks of the input, and before the use case. The code does not compile if the
 * guard takes another input, or if `needs` differs from the constructor's parameters.
 */
export function before<Input extends object, Needs extends readonly unknown[]>(
  operation: OperationOf<Input>,
  guard: new (...needs: Needs) => Guard<NoInfer<Input>>,
  needs: PortsOf<Needs>,
  errors: readonly GuardCode[],
): GuardBefore {
  return { operation, guard: provideItself(guard, needs), errors };
}

/** The operations with the errors of their guards. An operation without a guard stays the same value. */
export function withGuardErrors(operations: readonly Operation[], guards: readonly GuardBefore[]): Operation[] {
  return operations.map((operation) => {
    const added = guards.filter((guard) => guard.operation.useCase === operation.useCase).flatMap(({ errors }) => errors);
    if (added.length === 0) return operation;
    return { ...operation, errors: [...new Set([...(operation.errors ?? []), ...added])] };
  });
}

/** A guard that is made with its ports. */
export interface StandingGuard {
  readonly guard: Guard<object>;
  readonly errors: readonly ErrorCode[];
}

/**
 * Returns a use case that runs after its guards, in their order.
 * @param inTime runs the guards, and throws when they take too long, so that the use case never runs after a refusal
 */
export function guarded(
  useCase: UseCase<object, unknown>,
  guards: readonly StandingGuard[],
  inTime: (work: () => Promise<void>) => Promise<void>,
): UseCase<object, unknown> {
  if (guards.length === 0) return useCase;
  const passAll = async (caller: Caller, input: object): Promise<void> => {
    for (const guard of guards) await pass(guard, caller, input);
  };
  return {
    execute: async (caller, input, cause, patience) => {
      await inTime(() => passAll(caller, frozen(input)));
      return useCase.execute(caller, input, cause, patience);
    },
  };
}

async function pass({ guard, errors }: StandingGuard, caller: Caller, input: object): Promise<void> {
  try {
    await guard.check(caller, input);
  } catch (error) {
    throw error instanceof ShopError && !(error instanceof Unavailable) ? saidBy(guard, errors, briefly(error)) : error;
  }
}

/** A code that the document does not have becomes an `internal_error`, so that the team finds it in the log. */
function saidBy(guard: Guard<object>, errors: readonly ErrorCode[], cause: ShopError): Error {
  if (errors.includes(cause.code)) return cause;
  return new Error(`the guard ${guard.constructor.name} refused with ${cause.code}, which is not in its errors`, { cause });
}
