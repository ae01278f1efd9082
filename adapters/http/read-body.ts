import type { Duplex } from 'node:stream';
import express from 'express';
import type { Request } from 'express';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { PayloadTooLarge } from './http-errors.js';
import type { Serving } from './serving.js';

const MOST_BYTES = 256 * 1024;

/** The body's bytes, whatever its content type says; gzip, deflate and brotli are unpacked within the same limit. */
const raw = express.raw({ type: () => true, limit: MOST_BYTES });
const NOTHING = new Uint8Array();

/** Whose body is on its way, by connection. */
const arriving = new WeakMap<Duplex, Serving>();

/** The request whose body this connection is still bringing. */
export function arrivingOn(socket: Duplex): Serving | undefined {
  return arriving.get(socket);
}

/** Refused as soon as it is known to be too large: the library would read it to its end before. */
export function readBody(serving: Serving): Promise<Uint8Array> {
  const { request, response } = serving;
  const { socket, headers } = request;
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return Promise.reject(new PayloadTooLarge(MOST_BYTES));
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  arriving.set(socket, serving);
  return new Promise((resolve, reject) => {
    if (headers['transfer-encoding'] !== undefined) refuseBeyondLimit(request, reject);
    raw(request, response, (error: unknown) => {
      arriving.delete(socket);
      if (serving.cut) {
        reject(serving.cut);
      } else if (error) {
        reject(isTooLarge(error) ? new PayloadTooLarge(MOST_BYTES) : new InvalidRequest('the body could not be read', { cause: error }));
      } else {
        resolve(request.body instanceof Uint8Array ? request.body : NOTHING);
      }
    });
  });
}

function refuseBeyondLimit(request: Request, reject: (error: PayloadTooLarge) => void): void {
  let bytes = 0;
  request.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) reject(new PayloadTooLarge(MOST_BYTES));
  });
}

/** Whether so much of the body is still to come that it is not worth reading only to keep the connection. */
export function leavesMuchUnread({ complete, headers }: Request): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MOST_BYTES;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.too.large';
}
