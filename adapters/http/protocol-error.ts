import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';
import type { Observer } from './access-log.js';
import { JSON_TYPE } from './answer.js';
import { ownHeaders, requestIdOf } from './begin-exchange.js';
import type { ClientConnections } from './connections.js';
import { MethodNotAllowed } from './gates.js';
import { arrivingOn } from './read-body.js';
import { finality, helpWith, refusalOf } from './refusal.js';

class RequestTimeout extends ShopError {
  readonly code = 'request_timeout';
}

class HeadersTooLarge extends ShopError {
  readonly code = 'headers_too_large';
}

/** The properties of an error that Node's HTTP server reports. */
export interface ProtocolFailure {
  readonly code?: string;
  /** the last packet that was read; `bytesParsed` is the number of its bytes that were parsed */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The parts of the application that a refusal of the HTTP server needs. */
export interface Refusing {
  readonly observe: Observer;
  readonly connections: ClientConnections;
  /** null: it is not known */
  readonly publicUrl: string | null;
}

/** The facts for the log when no request was read. */
const NO_REQUEST = { method: null, operation: 'none', changes: false, path: () => null, route: null, caller: null } as const;

/** The refusal that belongs to an error code of Node's HTTP server. */
function protocolError(code: string | undefined): ShopError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout('the request took too long to arrive');
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge('the headers must be at most 16 KiB');
  return new InvalidRequest('this is not an HTTP request');
}

/** The connections that end with a refusal. What else comes on them is not read. */
const ending = new WeakSet<Duplex>();

/**
 * Answers a request that Node's HTTP server refused, and ends the connection. Requests that came before it are answered first. When
 * the body of a request was still arriving, the application logs the refusal of that request. When no request existed, this
 * function logs it.
 */
export function refuseProtocol(socket: Duplex, failure: ProtocolFailure, { observe, ...parts }: Refusing): void {
  const error = protocolError(failure.code);
  const arriving = arrivingOn(socket);
  if (arriving) arriving.cut = error;
  refuse(socket, error, { ...parts, arriving, hasBody: !isHead(failure), observe: arriving ? null : observe });
}

/** Answers `CONNECT`, for which Node's HTTP server calls no application: the service is no proxy. */
export function refuseConnect(socket: Duplex, parts: Refusing): void {
  const error = new MethodNotAllowed('GET, HEAD, OPTIONS');
  refuse(socket, error, { ...parts, hasBody: true, headers: { allow: error.allow } });
}

interface Refused extends Omit<Refusing, 'observe'> {
  readonly hasBody: boolean;
  /** null: the application logs the refusal */
  readonly observe: Observer | null;
  readonly arriving?: ReturnType<typeof arrivingOn>;
  readonly headers?: OutgoingHttpHeaders;
}

function refuse(socket: Duplex, error: ShopError, refused: Refused): void {
  if (ending.has(socket)) return;
  ending.add(socket);
  const { arriving, connections, hasBody, observe, publicUrl } = refused;
  const { status, code, body } = refusalOf(error);
  const requestId = arriving?.response.locals.requestId ?? requestIdOf({});
  const own = arriving?.response.getHeaders() ?? ownHeaders(requestId);
  const headers = { 'content-type': JSON_TYPE, ...own, ...finality(error), ...helpWith(code, publicUrl), ...refused.headers };
  connections.whenPaid(socket, () => {
    if (socket.writable) socket.end(onTheWire(status, headers, hasBody ? body : null));
  });
  observe?.({ ...NO_REQUEST, requestId, status, code, took: 0, failed: false, cause: null, reason: null, repeated: false });
}

/** The whole answer as text, because there is no response object to write to. */
function onTheWire(status: number, headers: OutgoingHttpHeaders, body: string | null): string {
  const all = { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body ?? ''].join('\r\n');
}

/**
 * True when the refused request is a HEAD request, because an answer to HEAD has no body. The method is found only when the last
 * packet also contained the request line.
 */
function isHead({ rawPacket, bytesParsed = 0 }: ProtocolFailure): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  const end = read.lastIndexOf('\r\n\r\n');
  return read.startsWith('HEAD ', end === -1 ? 0 : end + 4);
}
