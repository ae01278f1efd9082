import type { Request, Response } from 'express';
import type { Caller } from '../../application/operation/caller.js';
import type { ErrorCode } from '../../domain/shared/errors.js';
import type { Headers } from './answer.js';

/** As the log and the metrics see it. */
export interface CalledTool {
  readonly name: string;
  readonly changes: boolean;
}

/** A request that is being answered; what is learnt on the way is for its headers, the log and the metrics. */
export interface Serving {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly headers: Headers;
  caller: Caller | null;
  /** of the refusal, if it was one */
  code: ErrorCode | null;
  /** the tool that was called */
  tool: CalledTool | null;
}
