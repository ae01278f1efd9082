import type { RequestHandler } from 'express';
import { outwardMs } from '../../adapters/call-time.js';
import { within } from '../../adapters/time-limit.js';
import { FileStorage } from '../../application/areas/media/file-storage.js';
import { VinDecoder } from '../../application/areas/vehicles/vin-decoder.js';
import { TookTooLong } from '../../domain/shared/errors.js';

/** The milliseconds that a method of an extension's port has in background work. A file can be large. */
const BACKGROUND_MS = 10_000;
const FILE_MS = 600_000;
/** The milliseconds until middleware of an extension must have answered or gone on, so that a call is refused within five seconds. */
const MIDDLEWARE_MS = 4_500;

/**
 * Returns an extension's implementation of a port whose methods are not waited for without a limit.
 * @param name the port's name, for the refusal
 */
export function limited<T extends object>(name: string, implementation: T): T {
  const most = name === FileStorage.name ? FILE_MS : BACKGROUND_MS;
  const late = (): null => {
    // The port knows an answer for this: the vehicle is stored, and decoded later.
    if (name === VinDecoder.name) return null;
    throw tookTooLong(name);
  };
  return new Proxy(implementation, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, given);
        return isThenable(result) ? within(outwardMs(most), Promise.resolve(result), late) : result;
      };
    },
  });
}

/** Returns middleware that refuses the request if the given one neither answers nor goes on in time. */
export function limitedMiddleware(middleware: RequestHandler): RequestHandler {
  return (request, response, next) => {
    let isOver = false;
    const goOn = (error?: unknown): void => {
      clearTimeout(timer);
      if (!isOver) next(error);
      isOver = true;
    };
    const timer = setTimeout(() => {
      if (!response.headersSent) goOn(tookTooLong('the middleware of an extension'));
    }, MIDDLEWARE_MS);
    response.once('close', () => {
      clearTimeout(timer);
    });
    const result: unknown = middleware(request, response, goOn);
    if (isThenable(result)) Promise.resolve(result).catch(goOn);
  };
}

function tookTooLong(what: string): TookTooLong {
  return new TookTooLong(undefined, undefined, `${what} took too long`);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
