import type { OutboundFailure } from '../../application/kernel/ports/outbound-http.js';
import { errorProperty, systemCodeOf } from '../system-errors.js';

/** The reason why a request got no complete answer, with a sentence for people. It never leaves this folder. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly reason: OutboundFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function notAllowed(): OutboundError {
  return new OutboundError('refused_address', 'the host is not at an address of the public internet');
}

/** The error of a connection that did not come about. The sentence names no address: the name may be one of an inner network. */
export function connectError(cause: unknown, protocol: string): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = systemCodeOf(cause);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new OutboundError('timeout', 'no connection in time', { cause });
  const reached = protocol === 'https:' && !isOfConnecting(cause);
  if (reached) return new OutboundError('tls', inWords('the connection could not be secured', code), { cause });
  return new OutboundError('connect', inWords('no connection', code), { cause });
}

/** The error of a request after its connection was there. */
export function exchangeError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = systemCodeOf(cause);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundError('answer', 'the headers of the answer are too long', { cause });
  if (errorProperty(cause, 'name') === 'HTTPParserError' || code.startsWith('UND_ERR_RES')) {
    return new OutboundError('answer', inWords('the answer is not valid HTTP', code), { cause });
  }
  return new OutboundError('reset', inWords('the connection ended before the answer was complete', code), { cause });
}

/** True when the network refused the connection itself. With several addresses, Node throws one error for each. */
function isOfConnecting(error: unknown): boolean {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return typeof first === 'object' && first !== null && Reflect.get(first, 'syscall') === 'connect';
}

function inWords(sentence: string, code: string): string {
  return code === '' ? sentence : `${sentence} (${code})`;
}
