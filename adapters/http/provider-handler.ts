import type { NextFunction } from 'express';
import type { RateLimiter } from '../../application/kernel/ports/ports.js';
import { Forbidden, RateLimited, ShopError, Unavailable } from '../../domain/shared/errors.js';
import { inCall } from '../call-time.js';
import type { Load } from '../load/load.js';
import { RequestWork } from '../load/work.js';
import { send, sendNothing } from './answer.js';
import { clientKey } from './client-address.js';
import { refuseGone } from './connections.js';
import type { Request, Response } from './locals.js';
import { readBody } from './read-body.js';
import type { HttpRoute } from './routing.js';

/** A call of the provider. Names and values are decoded, and nothing is trimmed or left out. */
export interface ProviderCall {
  /** the address that the provider called: the public address of the service, then path and query as they came */
  readonly url: string;
  readonly form: URLSearchParams;
  /** the signature of address and form; '' if there is none */
  readonly signature: string;
}

/**
 * `taken`: the service has what was reported · `unknown`: it is about a number, a text or a call that the service does not know ·
 * `unreadable`: the form reports nothing · `forged`: the signature is wrong
 */
export type ProviderCallOutcome = 'taken' | 'unknown' | 'unreadable' | 'forged';

/** One kind of call, at a path of its own. */
export interface ProviderPath {
  /** outside of the API: the whole path */
  readonly path: string;
  /** for the log and the metrics */
  readonly name: string;
  /** the XML that the provider expects as an answer; '' where it expects none; null: the answer is 204 */
  readonly answer: string | null;
  /** @throws Unavailable and other failures; the provider then calls again */
  take(call: ProviderCall): Promise<Exclude<ProviderCallOutcome, 'forged'>>;
}

export interface ProviderHandlerOptions {
  /** the public address of the service, without a slash at the end */
  readonly publicUrl: string;
  readonly isSigned: (call: ProviderCall) => Promise<boolean>;
  readonly limiter: RateLimiter;
  readonly load: Load;
  readonly observe: (path: string, outcome: ProviderCallOutcome) => void;
}

const SIGNATURE = 'x-twilio-signature';

/**
 * Takes the calls of a provider. A call has no API key: its signature shows who sent it. Forged calls are counted by address,
 * together with failed keys. A failure of the service is always 5xx, after which the provider calls again.
 */
export class ProviderHandler {
  constructor(private readonly options: ProviderHandlerOptions) {}

  routeOf(path: ProviderPath): HttpRoute {
    return {
      method: 'POST',
      path: path.path,
      name: path.name,
      changes: true,
      serve: (request, response, next) => this.serve(request, response, next, path),
    };
  }

  private async serve(request: Request, response: Response, next: NextFunction, path: ProviderPath): Promise<void> {
    const { isSigned, observe } = this.options;
    // A provider does not repeat most reports that were refused.
    const work = new RequestWork(this.options.load, next, true);
    response.locals.work = work;
    const call = this.callOf(request, await readBody(request, response));
    if (!(await isSigned(call))) {
      observe(path.name, 'forged');
      await this.refuseForged(request);
    }
    refuseGone(request, response);
    work.begin(true);
    observe(path.name, await inCall(work, () => taken(path, call)));
    if (path.answer === null) {
      sendNothing(response, 204);
      return;
    }
    response.setHeader('content-type', 'text/xml; charset=utf-8');
    send(response, 200, path.answer);
  }

  private callOf({ headers, originalUrl }: Request, body: Uint8Array): ProviderCall {
    const signature = headers[SIGNATURE];
    return {
      url: this.options.publicUrl + originalUrl,
      form: new URLSearchParams(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')),
      signature: typeof signature === 'string' ? signature : '',
    };
  }

  private async refuseForged(request: Request): Promise<never> {
    const taken = await this.options.limiter.take('failed_authentications', clientKey(request));
    const { allowed, resetSeconds, refusedBefore } = taken;
    if (!allowed) throw new RateLimited('too many calls with a wrong signature from this address', resetSeconds, refusedBefore);
    throw new Forbidden('the signature of the provider is missing or wrong');
  }
}

async function taken(path: ProviderPath, call: ProviderCall): Promise<ProviderCallOutcome> {
  try {
    return await path.take(call);
  } catch (error) {
    // A refusal would be a 4xx, after which the provider does not call again. Nothing that a person wrote may be lost like that.
    if (error instanceof ShopError && !(error instanceof Unavailable)) throw new Error(error.message, { cause: error });
    throw error;
  }
}
