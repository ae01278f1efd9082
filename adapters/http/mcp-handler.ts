import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../application/operation/caller.js';
import { passSteps } from '../../application/operation/steps.js';
import type { Allowance, RateLimiter } from '../../application/ports/rate-limiter.js';
import { Forbidden } from '../../domain/shared/errors.js';
import type { RpcAnswer } from '../rpc-answer.js';
import type { Admission } from './admission.js';
import { send, sendNothing, tellAllowance } from './answer.js';
import { refuseGone } from './connections.js';
import { beginWork } from './deadlines.js';
import type { Origins } from './origins.js';
import { readBody } from './read-body.js';
import { noteRefusal, type Refusal } from './refusal.js';
import type { RequestContext } from './request-context.js';

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
  /** called before a tool is carried out (see `beginWork`) */
  readonly begin: (changes: boolean) => void;
}

/**
 * Takes a request to the tool endpoint through the steps before its body is read, then passes the body on. A refusal by one of
 * these steps has the form of the tool endpoint's refusals.
 */
export class McpHandler {
  constructor(
    private readonly admission: Admission,
    private readonly limiter: RateLimiter,
    private readonly origins: Origins,
    private readonly endpoint: RpcEndpoint,
  ) {}

  async serve(context: RequestContext): Promise<void> {
    const { request, requestId, headers } = context;
    context.bodyOf = this.bodyOf;
    if (!this.origins.mayCall(request.headers.origin)) throw new Forbidden('this origin may not call the tool endpoint');
    const caller = await this.admission.admit(context);
    context.caller = caller;
    const tell = (allowance: Allowance): void => {
      tellAllowance(headers, allowance);
    };
    await passSteps('rpc', { caller, operation: null, limiter: this.limiter, tell });
    const body = await readBody(context);
    refuseGone(context);
    const begin = (changes: boolean): void => {
      beginWork(context, changes);
    };
    const incoming = { caller, requestId, query: queryOf(request.url), begin };
    const answer = await this.endpoint.answer(incoming, request.headers, body);
    context.tool = answer.tool ?? null;
    if (answer.refusal && context.lateAt === null) noteRefusal(context, answer.refusal);
    if (answer.body === null) sendNothing(context, answer.status);
    else send(context, answer.status, answer.body);
  }

  /** Returns the body of a refusal that does not come from the tool endpoint, in the form of the tool endpoint's refusals. */
  private readonly bodyOf = ({ status, code, message }: Refusal): string =>
    this.endpoint.refuse(status, code, message).body ?? '';
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
