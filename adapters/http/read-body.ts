import express from 'express';
import type { Request, Response } from 'express';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { PayloadTooLarge } from './http-errors.js';

const MOST_BYTES = 256 * 1024;

/** The body's bytes, whatever its content type says; gzip, deflate and brotli are unpacked within the same limit. */
const raw = express.raw({ type: () => true, limit: MOST_BYTES });
const NOTHING = new Uint8Array();

export function readBody(request: Request, response: Response): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    raw(request, response, (error: unknown) => {
      if (error) {
        reject(isTooLarge(error) ? new PayloadTooLarge(MOST_BYTES) : new InvalidRequest('the body could not be read', { cause: error }));
      } else {
        resolve(request.body instanceof Uint8Array ? request.body : NOTHING);
      }
    });
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
