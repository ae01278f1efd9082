import type { NextFunction, Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { Caller } from '../../application/kernel/operation/operation.js';
import type { RequestWork } from '../load/work.js';
import type { CalledTool } from '../rpc-answer.js';
import type { ClientConnections } from './connections.js';
import type { NotedRefusal, HttpRefusal } from './refusal.js';
import type { RoutePattern, HttpRoute } from './routing.js';

export type Params = Readonly<Record<string, string>>;

/** Facts about a request that its middlewares tell each other, in `response.locals`. */
export interface Locals {
  readonly requestId: string;
  /** the time of arrival, as `performance.now()` counts */
  readonly arrived: number;
  readonly connections: ClientConnections;
  /** Called when the head of the answer is sent: for the log and the metrics. Later calls do nothing. */
  readonly answered: () => void;
  /** the path that the request has, and the values in it; absent: there is no such path */
  place?: RoutePattern;
  params?: Params;
  /** the path's route for the method */
  route?: HttpRoute;
  /** absent: the route needs no place among the requests in flight */
  work?: RequestWork;
  caller?: Caller;
  /** the tool that was called */
  tool?: CalledTool | null;
  refusal?: NotedRefusal;
  /** makes the body of a refusal; absent: the body is the error envelope */
  bodyOf?: (refusal: HttpRefusal) => string;
}

export type Request = ExpressRequest<Params, unknown, unknown, unknown, Locals>;
export type Response = ExpressResponse<unknown, Locals>;
export type Handler = (request: Request, response: Response, next: NextFunction) => unknown;
export type ErrorHandler = (error: unknown, request: Request, response: Response, next: NextFunction) => unknown;

/** The caller of a request whose key was checked. */
export function callerIn({ caller }: Locals): Caller {
  if (!caller) throw new Error('a handler that needs a caller runs after `authenticate`');
  return caller;
}
