import { isPromise } from 'node:util/types';
import { outwardMs } from '../../adapters/call-time.js';
import { within } from '../../adapters/time-limit.js';
import { Unavailable } from '../../domain/shared/errors.js';

/** The milliseconds that a method of an extension's port has in background work, where it may carry a large file. */
const BACKGROUND_MS = 600_000;

/**
 * Returns an extension's implementation of a port whose methods are not waited for without a limit.
 * @param name the port's name, for the refusal
 */
export function limited<T extends object>(name: string, implementation: T): T {
  return new Proxy(implementation, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        return isPromise(result) ? inTime(name, result) : result;
      };
    },
  });
}

function inTime(name: string, result: Promise<unknown>): Promise<unknown> {
  return within(outwardMs(BACKGROUND_MS), result, () => {
    throw new Unavailable(undefined, undefined, `${name} took too long`);
  });
}
