import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../application/kernel/operation/operation.js';
import { passSteps } from '../../application/kernel/operation/steps.js';
import type { Allowance, RateLimiter } from '../../application/kernel/ports/ports.js';
import { Forbidden } from '../../domain/shared/errors.js';
import { inCall } from '../call-time.js';
import type { RpcAnswer } from '../rpc-answer.js';
import { send, sendNothing, tellAllowance } from './answer.js';
import { refuseGone } from './connections.js';
import { callerIn, type Handler, type Request, type Response } from './locals.js';
import type { Origins } from './origins.js';
import { readBody } from './read-body.js';
import { noted, type HttpRefusal } from './refusal.js';
import type { HttpRoute } from './routing.js';

/** The tool endpoint that this handler passes messages to. */
export interface RpcEndpoint {
  answer(request: RpcRequest, headers: IncomingHttpHeaders, body: Uint8Array): Promise<RpcAnswer>;
  refuse(status: number, code: string, message: string): RpcAnswer;
}

interface RpcRequest {
  readonly caller: Caller;
  readonly requestId: string;
  /** the query string of the address, without its `?` */
  readonly query: string;
  /** called before a tool is carried out (see `Work.begin`) */
  readonly begin: (changes: boolean) => void;
}

/**
 * Takes a request to the tool endpoint through the steps before its body is read, then passes the body on. A refusal by one of
 * these steps has the form of the tool endpoint's refusals.
 */
export class McpHandler {
  readonly route: HttpRoute = {
    method: 'POST',
    path: '/api/mcp',
    name: 'mcp',
    changes: false,
    serve: (request, response) => this.serve(request, response),
  };

  constructor(
    private readonly limiter: RateLimiter,
    private readonly origins: Origins,
    private readonly endpoint: RpcEndpoint,
  ) {}

  /** Runs before the other steps, so that their refusals have the form of the tool endpoint's refusals. */
  readonly begin: Handler = ({ headers: { origin } }, { locals }, next) => {
    locals.bodyOf = this.bodyOf;
    if (!this.origins.mayCall(origin)) throw new Forbidden('this origin may not call the tool endpoint');
    next();
  };

  private async serve(request: Request, response: Response): Promise<void> {
    const { locals } = response;
    const { requestId, work } = locals;
    const caller = callerIn(locals);
    const tell = (allowance: Allowance): void => {
      tellAllowance(response, allowance);
    };
    await passSteps('rpc', { caller, operation: null, limiter: this.limiter, tell });
    const body = await readBody(request, response);
    refuseGone(request, response);
    const begin = (changes: boolean): void => {
      work?.begin(changes);
    };
    const incoming = { caller, requestId, query: queryOf(request.url), begin };
    const answer = await inCall(work, () => this.endpoint.answer(incoming, request.headers, body));
    locals.tool = answer.tool ?? null;
    // A message that is refused with a status of HTTP is refused for its form.
    if (answer.status >= 400 && answer.status < 500) response.setHeader('should-retry', 'false');
    if (answer.refusal && !work?.isLate) locals.refusal = noted(answer.refusal);
    if (answer.body === null) sendNothing(response, answer.status);
    else send(response, answer.status, answer.body);
  }

  /** Returns the body of a refusal that does not come from the tool endpoint, in the form of the tool endpoint's refusals. */
  private readonly bodyOf = ({ status, code, message }: HttpRefusal): string =>
    this.endpoint.refuse(status, code, message).body ?? '';
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
