import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';

class RequestTimeout extends ShopError {
  readonly code = 'request_timeout';
}

class HeadersTooLarge extends ShopError {
  readonly code = 'headers_too_large';
}

/** What Node's HTTP server refused before there was a request. */
export function protocolError(code: string | undefined): ShopError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout('the request took too long to arrive');
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge('the headers must be at most 16 KiB');
  return new InvalidRequest('this is not an HTTP request');
}
