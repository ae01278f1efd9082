import type { OperationCall, Execution, Outcome } from '../../application/operation/execution.js';
import { passRules, passSteps } from '../../application/operation/steps.js';
import type { StoredFile } from '../../application/media/stored-file.js';
import { asCapabilityData } from '../../application/operation/output.js';
import type { Allowance, RateLimiter } from '../../application/ports/rate-limiter.js';
import type { Admission } from './admission.js';
import { etagOf, matchesEtag, send, sendNothing, tellAllowance } from './answer.js';
import { refuseGone } from './connections.js';
import { beginWork } from './deadlines.js';
import { hasEtag, type Endpoint } from './endpoint.js';
import type { LongWaits } from './long-waits.js';
import { readInput } from './read-input.js';
import type { Params, Route } from './route-table.js';
import type { RequestContext } from './request-context.js';
import type { FileSender } from './send-file.js';

/** Takes a request through all steps to its operation, and sends the result. */
export class OperationHandler {
  constructor(
    private readonly admission: Admission,
    private readonly limiter: RateLimiter,
    private readonly execution: Execution,
    private readonly files: FileSender,
    private readonly waits: LongWaits,
    private readonly base: string,
  ) {}

  routeOf(endpoint: Endpoint): Route {
    const { method, path, operation } = endpoint;
    return {
      method,
      path: this.base + path,
      name: operation.name,
      changes: operation.scope === 'full',
      serve: (context, params) => this.serve(context, endpoint, params),
    };
  }

  private async serve(context: RequestContext, endpoint: Endpoint, params: Params): Promise<void> {
    const { headers, requestId } = context;
    const admitted = this.admission.admit(context);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    context.caller = caller;
    const { operation, surface } = endpoint;
    const tell = (allowance: Allowance): void => {
      tellAllowance(headers, allowance);
    };
    await passSteps(surface, { caller, operation, limiter: this.limiter, tell });
    const input = readInput(endpoint, params, context);
    const { raw, source, idempotent } = input instanceof Promise ? await input : input;
    refuseGone(context);
    beginWork(context, operation.scope === 'full');
    const outcome = await this.carryOut(context, { caller, operation, surface, raw, source, idempotent, requestId });
    if (outcome.replayed) headers['idempotent-replayed'] = 'true';
    if (operation.output.shape === 'file') await this.answerFile(context, outcome);
    else this.answer(context, endpoint, outcome);
  }

  /** Carries the call out. One that may wait does so, unless its client asks only for the headers. */
  private carryOut(context: RequestContext, call: OperationCall): Promise<Outcome> {
    const { operation, surface } = call;
    if (!operation.waits || context.request.method === 'HEAD') return this.execution.run(call);
    const readmit = async (): Promise<void> => {
      context.caller = await this.admission.readmit(context);
      passRules(surface, context.caller, operation);
    };
    return this.waits.carryOut(context, readmit, (patience) => this.execution.run({ ...call, patience }));
  }

  private answerFile(context: RequestContext, { data }: Outcome): Promise<void> {
    // The cast is safe: `file()` is the only output of this shape.
    return this.files.send(context, data as StoredFile, { 'cache-control': 'private, no-cache' });
  }

  private answer(context: RequestContext, endpoint: Endpoint, outcome: Outcome): void {
    const { status, surface, location } = endpoint;
    if (status === 204) {
      sendNothing(context, status);
      return;
    }
    const { request, headers } = context;
    const { data, meta } = outcome;
    const body =
      surface === 'capability'
        ? JSON.stringify({ data: asCapabilityData(outcome) })
        : JSON.stringify(meta ? { data, meta } : { data });
    if (location) headers['location'] = this.base + location.replace(':id', idOf(data));
    if (hasEtag(endpoint)) {
      const etag = etagOf(body);
      headers['etag'] = etag;
      headers['cache-control'] = 'private, no-cache';
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        sendNothing(context, 304);
        return;
      }
    }
    send(context, status, body);
  }
}

function idOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : '';
}
