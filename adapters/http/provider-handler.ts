import type { NextFunction } from 'express';
import type { RateLimiter } from '../../application/kernel/ports/ports.js';
import { Forbidden, RateLimited, ShopError, Unavailable } from '../../domain/shared/errors.js';
import { inCall } from '../call-time.js';
import type { Load } from '../load/load.js';
import { RequestWork } from '../load/work.js';
import { send, sendNothing } from './answer.js';
import { clientKey } from './client-address.js';
import { refuseGone } from './connections.js';
import { PayloadTooLarge } from './gates.js';
import type { Request, Response } from './locals.js';
import { hasUnreadBody, readBody } from './read-body.js';
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
/** The base64 of an HMAC with SHA-1. */
const SIGNED = /^[A-Za-z0-9+/]{27}=$/;
/** The longest form. One of the provider has a few kilobytes. */
const MOST_BYTES = 64 * 1024;
/** A form of the provider has about 30 parameters. */
const MOST_PARAMETERS = 1000;
const AMPERSAND = '&'.charCodeAt(0);
/** An unread body of this length costs less than a new connection does. */
const SHORT_BYTES = 8 * 1024;

/**
 * Takes the calls of a provider. A call has no API key: its signature shows who sent it. Forged calls are counted by address,
 * together with failed keys, and most of them are refused before their body is read. A failure of the service is always 5xx, after
 * which the provider calls again.
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
    const { isSigned, observe, load, publicUrl } = this.options;
    const signature = signatureOf(request);
    if (!(await this.mayBeGenuine(request, signature))) {
      // The body is not read, so a long one costs what a short one does.
      if (hasUnreadBody(request, SHORT_BYTES)) response.setHeader('connection', 'close');
      return this.refuseForged(request, path);
    }
    // A provider does not repeat most reports that were refused, so the limit of requests in flight refuses none of them.
    const work = new RequestWork(load, next, true);
    response.locals.work = work;
    const form = formOf(await this.bodyOf(request, response));
    const call = form && { url: publicUrl + request.originalUrl, form, signature };
    if (!call || !(await isSigned(call))) return this.refuseForged(request, path);
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

  /** A body that is longer than any form of the provider counts as forged, and the rest of it is not received. */
  private async bodyOf(request: Request, response: Response): Promise<Uint8Array> {
    try {
      return await readBody(request, response, MOST_BYTES);
    } catch (error) {
      if (error instanceof PayloadTooLarge) {
        response.setHeader('connection', 'close');
        await this.options.limiter.take('failed_authentications', clientKey(request));
      }
      throw error;
    }
  }

  /** False: a provider signs in another form, or the address has sent too many forged calls. A provider's address never has. */
  private async mayBeGenuine(request: Request, signature: string): Promise<boolean> {
    return SIGNED.test(signature) && !(await this.options.limiter.isUsedUp('failed_authentications', clientKey(request)));
  }

  private async refuseForged(request: Request, path: ProviderPath): Promise<never> {
    const { limiter, observe } = this.options;
    observe(path.name, 'forged');
    const { allowed, resetSeconds, refusedBefore } = await limiter.take('failed_authentications', clientKey(request));
    if (!allowed) throw new RateLimited('too many calls with a wrong signature from this address', resetSeconds, refusedBefore);
    throw new Forbidden('the signature of the provider is missing or wrong');
  }
}

function signatureOf({ headers }: Request): string {
  const signature = headers[SIGNATURE];
  return typeof signature === 'string' ? signature : '';
}

/** Null: the form has far more parameters than a provider's. They are counted before they are taken apart. */
function formOf(body: Uint8Array): URLSearchParams | null {
  let separators = 0;
  for (let at = body.indexOf(AMPERSAND); at !== -1; at = body.indexOf(AMPERSAND, at + 1)) separators += 1;
  if (separators >= MOST_PARAMETERS) return null;
  return new URLSearchParams(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
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
