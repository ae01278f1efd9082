// Buys: Express' `app.use` costs 3 µs for each request instead of 25 to 65 µs (`npm run bench`, GET /me).
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/**
 * Returns the classes of the server's requests and responses, whose prototypes are those of the app. Express sets the prototype of
 * each object that has another one, which empties V8's inline caches. Here it finds nothing to do.
 */
export function classesOf(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  };
}

/** Makes a function and no class, because the prototype of a class cannot be replaced. Node's own two are functions as well. */
function withPrototype<Base>(base: Base, prototype: object): Base {
  const fill = base as (this: object, first: unknown, second: unknown) => void; // safe: see above
  function Made(this: object, first: unknown, second: unknown): void {
    fill.call(this, first, second);
  }
  Made.prototype = prototype;
  return Made as Base; // safe: the base itself fills each new object
}
