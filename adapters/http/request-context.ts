import type { Request, Response } from 'express';
import type { Caller } from '../../application/operation/caller.js';
import type { ErrorCode, ShopError } from '../../domain/shared/errors.js';
import type { CalledTool } from '../rpc-answer.js';
import type { Headers } from './answer.js';
import type { Connection, Connections } from './connections.js';
import type { Timed } from './deadlines.js';
import type { Refusal } from './refusal.js';
import type { Workload } from './workload.js';

/** A request that is being answered. The fields that are not readonly collect facts for the headers, the log and the metrics. */
export interface RequestContext extends Timed {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** time of arrival, as `performance.now()` counts */
  readonly arrived: number;
  readonly headers: Headers;
  readonly connection: Connection;
  readonly connections: Connections;
  readonly workload: Workload;
  /** true: the workload counts this request as in flight */
  counted: boolean;
  /** the shop that sent the request, or a group of callers without a key; '' as long as the shop is not known */
  party: string;
  /** true: the client would not come again if it were refused, so the request waits longer for its turn */
  patient: boolean;
  caller: Caller | null;
  /** the refusal with which Node's server ended the connection before the request was complete; null: it did not do so */
  cut: ShopError | null;
  /** the code of the refusal, if the request was refused */
  code: ErrorCode | null;
  /** true: the operator should look into the request */
  failed: boolean;
  /** the cause of an `unavailable` refusal, for the log; null: another outcome, or the cause is not known */
  reason: string | null;
  /** true: the client was refused for the same reason before, and that refusal was logged */
  repeated: boolean;
  /** the tool that was called */
  tool: CalledTool | null;
  /** makes the body of a refusal; null: the body is the error envelope */
  bodyOf: ((refusal: Refusal) => string) | null;
}
