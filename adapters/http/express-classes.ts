import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

class ExpressRequest extends IncomingMessage {}
class ExpressResponse extends ServerResponse<ExpressRequest> {}

/**
 * Express calls `Object.setPrototypeOf` on every request and response, which costs V8 its inline caches: a third of what
 * an empty handler can do. Here the server makes objects that carry Express' methods from the start, and Express is told
 * that their prototypes are its own: the call then changes nothing. `npm run bench` (GET /me) shows what it earns.
 */
export function adoptExpressMethods(app: Express): { IncomingMessage: typeof ExpressRequest; ServerResponse: typeof ExpressResponse } {
  copyMethods(app.request, ExpressRequest.prototype, IncomingMessage.prototype);
  copyMethods(app.response, ExpressResponse.prototype, ServerResponse.prototype);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Copies what `from` has and inherits, up to Node's own prototype. */
function copyMethods(from: object, to: object, end: object): void {
  for (let layer: object | null = from; layer && layer !== end; layer = Object.getPrototypeOf(layer) as object | null) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(layer))) {
      if (!Object.hasOwn(to, name) || name === 'app') Object.defineProperty(to, name, { ...descriptor, configurable: true });
    }
  }
}
