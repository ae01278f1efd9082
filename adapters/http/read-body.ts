import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { InvalidRequest, type ShopError } from '../../domain/shared/errors.js';
import { PayloadTooLarge } from './gates.js';
import type { Request, Response } from './locals.js';

const MOST_BYTES = 256 * 1024;

const UNPACKERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** A request whose body is still arriving. */
interface Arriving {
  readonly response: Response;
  /** the refusal with which Node's server ended the connection meanwhile */
  cut?: ShopError;
}

/** For each connection, the request whose body is arriving on it. */
const arriving = new WeakMap<Duplex, Arriving>();

/** The request whose body is still arriving on this connection. */
export function arrivingOn(socket: Duplex): Arriving | undefined {
  return arriving.get(socket);
}

/**
 * Reads the bytes of the body, whatever its content type. The limit holds for the decompressed body, too. While the client is
 * sending, the request is not in flight.
 * @throws Overloaded when too many other requests have begun before the body was complete
 */
export async function readBody(request: Request, response: Response, most = MOST_BYTES): Promise<Uint8Array> {
  const { socket, headers } = request;
  const { work } = response.locals;
  if (Number(headers['content-length'] ?? 0) > most) throw new PayloadTooLarge(most);
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  work?.pause();
  const arrival: Arriving = { response };
  arriving.set(socket, arrival);
  try {
    const bytes = await received(request, most);
    work?.resume();
    return bytes;
  } catch (error) {
    throw arrival.cut ?? error;
  } finally {
    arriving.delete(socket);
  }
}

/**
 * Returns the decompressed body. Express' own reader is not used: it treats a request as complete when the client has closed its
 * sending half, and refuses a body that is too large only after the end of the body.
 */
function received(request: Request, most: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body = unpacked(request);
    const refuse = (error: Error): void => {
      if (body !== request) body?.destroy();
      request.resume(); // the rest of the body is discarded
      reject(error);
    };
    const unreadable = (cause?: unknown): void => {
      refuse(new InvalidRequest('the body could not be read', { cause }));
    };
    if (!body || request.destroyed) {
      unreadable();
      return;
    }
    request.on('error', unreadable).on('close', () => {
      if (!request.complete) unreadable();
    });
    body.on('error', unreadable).on('end', () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    body.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else refuse(new PayloadTooLarge(most));
    });
  });
}

/** Returns the body as a stream that decompresses it. Null: the content encoding is unknown. */
function unpacked(request: Request): Readable | null {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  const unpacker = UNPACKERS.get(encoding)?.();
  return unpacker ? request.pipe(unpacker) : null;
}

/** True when much of the body may still be unread. Then it is cheaper to close the connection than to read the rest. */
export function hasUnreadBody({ complete, headers }: Request, much = MOST_BYTES): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > much;
}
