import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { InvalidRequest } from '../../domain/shared/errors.js';
import { PayloadTooLarge } from './http-errors.js';
import type { RequestContext } from './request-context.js';

const MOST_BYTES = 256 * 1024;

const UNPACKERS: ReadonlyMap<string, () => Duplex> = new Map([
  ['gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** Whose body is on its way, by connection. */
const arriving = new WeakMap<Duplex, RequestContext>();

/** The request whose body this connection is still bringing. */
export function arrivingOn(socket: Duplex): RequestContext | undefined {
  return arriving.get(socket);
}

/**
 * The body's bytes, whatever its content type says; unpacked within the same limit. What a client takes its time for is no
 * work of ours meanwhile.
 * @throws Overloaded when too much else has begun until the body is there
 */
export async function readBody(context: RequestContext): Promise<Uint8Array> {
  const { request, response } = context;
  const { socket, headers } = request;
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) throw new PayloadTooLarge(MOST_BYTES);
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  context.workload.pause(context, performance.now());
  arriving.set(socket, context);
  try {
    const bytes = await received(request);
    await context.workload.begin(context, performance.now());
    return bytes;
  } catch (error) {
    throw context.cut ?? error;
  } finally {
    arriving.delete(socket);
  }
}

/**
 * Not by Express' own reader: it takes a request for read whose client has shut its sending half, and looks at the limit
 * where the body has ended.
 */
function received(request: Request): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const body = unpacked(request);
    const refuse = (error: Error): void => {
      if (body !== request) body?.destroy();
      request.resume(); // what is still to come is of no use
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
      if (size <= MOST_BYTES) chunks.push(chunk);
      else refuse(new PayloadTooLarge(MOST_BYTES));
    });
  });
}

/** Null: packed in a way that nobody knows. */
function unpacked(request: Request): Readable | null {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return request;
  const unpacker = UNPACKERS.get(encoding)?.();
  return unpacker ? request.pipe(unpacker) : null;
}

/** Whether so much of the body is still to come that it is not worth reading only to keep the connection. */
export function leavesMuchUnread({ complete, headers }: Request): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MOST_BYTES;
}
