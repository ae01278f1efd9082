import { isObject } from '../../application/kernel/fields/json-body.js';
import { defined } from '../../domain/shared/defined.js';
import type { RpcAnswer } from '../rpc-answer.js';

export type RpcId = string | number | null;

export function errorAnswer(status: number, code: number, message: string, id: RpcId, data?: unknown): RpcAnswer {
  const error = defined({ code, message, data });
  return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

export function idOf(body: unknown): RpcId {
  const id = isObject(body) && 'method' in body ? body['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** True for an answer to a request. The service sends no requests, so nobody has a reason to answer one. */
export function isReply(body: unknown): boolean {
  return isObject(body) && !('method' in body) && ('result' in body || 'error' in body);
}

export function methodOf(body: unknown): string {
  return isObject(body) && typeof body['method'] === 'string' ? body['method'] : '';
}

export function toolNameOf(body: unknown): string | null {
  const params = isObject(body) && methodOf(body) === 'tools/call' ? body['params'] : null;
  return isObject(params) && typeof params['name'] === 'string' ? params['name'] : null;
}

/** The message without the tool's arguments. The tool itself checks the arguments and reports their errors. */
export function besideArguments(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['params'])) return body;
  const { arguments: _, ...params } = body['params'];
  return { ...body, params };
}

/**
 * The largest number of property names and list entries in a message without the tool's arguments. A useful message has few of
 * them, and the SDK walks all of them several times.
 */
const MOST_PARTS = 1000;

export function hasTooManyParts(message: unknown): boolean {
  return partsWithin(message, MOST_PARTS) < 0;
}

/** @returns how many parts are still allowed; negative: there are too many */
function partsWithin(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return most;
  let left = most;
  for (const inner of Object.values(value)) {
    left = partsWithin(inner, left - 1);
    if (left < 0) break;
  }
  return left;
}
