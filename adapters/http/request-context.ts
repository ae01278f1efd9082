import type { Request, Response } from 'express';
import type { Caller } from '../../application/operation/caller.js';
import type { ErrorCode, ShopError } from '../../domain/shared/errors.js';
import type { Headers } from './answer.js';
import type { Connections } from './connections.js';
import type { Workload } from './workload.js';

/** As the log and the metrics see it. */
export interface CalledTool {
  readonly name: string;
  readonly changes: boolean;
}

/** A request that is being answered; what is learnt on the way is for its headers, the log and the metrics. */
export interface RequestContext {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** by the process' clock */
  readonly arrived: number;
  readonly headers: Headers;
  readonly connections: Connections;
  readonly workload: Workload;
  /** in the workload */
  counted: boolean;
  caller: Caller | null;
  /** why the connection ended before the request was there; null: it did not */
  cut: ShopError | null;
  /** of the refusal, if it was one */
  code: ErrorCode | null;
  /** whether whoever runs the service has to look into it */
  failed: boolean;
  /** what the log should know of the refusal beside its code */
  reason: string | null;
  /** whether the client was refused the same before, and in the log too */
  repeated: boolean;
  /** the tool that was called */
  tool: CalledTool | null;
}
