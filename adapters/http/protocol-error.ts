import { STATUS_CODES } from 'node:http';
import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';
import { jsonHeaders, requestIdOf } from './answer.js';
import { refusalOf } from './refusal.js';

class RequestTimeout extends ShopError {
  readonly code = 'request_timeout';
}

class HeadersTooLarge extends ShopError {
  readonly code = 'headers_too_large';
}

/** What Node's HTTP server refused before there was a request. */
function protocolError(code: string | undefined): ShopError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout('the request took too long to arrive');
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge('the headers must be at most 16 KiB');
  return new InvalidRequest('this is not an HTTP request');
}

/** The whole answer as it goes on the wire: there is no response object to write it to. The connection ends with it. */
export function protocolAnswer(code: string | undefined): string {
  const { status, body } = refusalOf(protocolError(code));
  const headers = { ...jsonHeaders(requestIdOf({})), 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
