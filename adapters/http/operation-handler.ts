import type { Authenticate } from '../../application/areas/access/authenticate.js';
import type { StoredFile } from '../../application/areas/media/file-storage.js';
import type { Execution, OperationCall, ExecutionOutcome, Precondition } from '../../application/kernel/operation/execution.js';
import { asCapabilityData, type Stream, type StreamMedia } from '../../application/kernel/operation/output.js';
import { passRules, passSteps } from '../../application/kernel/operation/steps.js';
import type { Allowance, RateLimiter } from '../../application/kernel/ports/ports.js';
import { inCall, type CallTime } from '../call-time.js';
import type { LongPolls } from '../load/long-polls.js';
import { etagOf, matchesEtag, matchesStrongly, send, sendNothing, tellAllowance } from './answer.js';
import { refuseGone, whenGone } from './connections.js';
import { hasEtag, type OperationEndpoint } from './endpoint.js';
import { callerOf, PreconditionFailed } from './gates.js';
import { callerIn, type Request, type Response } from './locals.js';
import { prefers } from './preferences.js';
import { readInput } from './read-input.js';
import type { HttpRoute } from './routing.js';
import { frontOfLine, type FileSender } from './send-file.js';
import type { StreamSender } from './send-stream.js';

/** The `Retry-After` of an empty page that came at once, because too many requests wait already. Without it, the client would ask again at once. */
const POLL_AGAIN_SECONDS = 5;

/** The answer of a PUT that has found its record. */
const FOUND = { status: 200, location: null };
/** The preferences that answers say they have followed. */
const STRICT = 'handling=strict';
const MINIMAL = 'return=minimal';

/** Takes a request through all steps to its operation, and sends the result. */
export class OperationHandler {
  /** @param isExtended true: code of an extension may run in any call */
  constructor(
    private readonly authenticator: Authenticate,
    private readonly limiter: RateLimiter,
    private readonly execution: Execution,
    private readonly files: FileSender,
    private readonly streams: StreamSender,
    private readonly polls: LongPolls,
    private readonly base: string,
    private readonly isExtended: boolean,
  ) {}

  routeOf(endpoint: OperationEndpoint): HttpRoute {
    const { method, path, operation } = endpoint;
    return {
      method,
      path: this.base + path,
      name: operation.name,
      changes: operation.scope === 'full',
      serve: (request, response) => this.serve(request, response, wanted(endpoint, request)),
    };
  }

  private async serve(request: Request, response: Response, endpoint: OperationEndpoint): Promise<void> {
    const { requestId, work } = response.locals;
    const caller = callerIn(response.locals);
    const { operation, surface } = endpoint;
    const tell = (allowance: Allowance): void => {
      tellAllowance(response, allowance);
    };
    await passSteps(surface, { caller, operation, limiter: this.limiter, tell });
    const strict = prefers(request, 'handling', 'strict');
    if (strict) response.setHeader('preference-applied', STRICT);
    const { raw, source, idempotent } = await readInput(endpoint, request, response, strict);
    refuseGone(request, response);
    work?.begin(operation.scope === 'full');
    const { streams } = operation.output;
    if (streams) await frontOfLine(request, response);
    const precondition = this.preconditionOf(request, response, endpoint);
    const call: OperationCall = { caller, operation, surface, raw, source, idempotent, requestId, precondition, strict };
    const outcome = await inCall(this.timeOf(call, work), () => this.execution.run(this.waitsFor(request, response, call)));
    if (outcome.replayed) response.setHeader('idempotent-replayed', 'true');
    if (streams) await this.answerStream(request, response, call, streams.media, outcome);
    else if (operation.output.shape === 'file') await this.answerFile(request, response, outcome);
    else this.answer(request, response, endpoint, outcome);
  }

  /**
   * The time that the work of a call must know. Undefined: the call waits only for statements, which have limits of their own. Node
   * before version 24 copies the time to each promise, which is a sixth of what a write costs.
   */
  private timeOf({ operation, idempotent, precondition }: OperationCall, time: CallTime | undefined): CallTime | undefined {
    return this.isExtended || operation.callsOutward || idempotent || precondition ? time : undefined;
  }

  /** What `If-Match` asks of the record: that a GET answers it with that `ETag`. */
  private preconditionOf(
    { headers, params }: Request,
    { locals }: Response,
    { present }: OperationEndpoint,
  ): Precondition | null {
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined || !present) return null;
    const caller = callerIn(locals);
    const read = { operation: present.operation, surface: 'rest', source: 'query', raw: params, idempotent: null } as const;
    const require = async (): Promise<void> => {
      const body = restBody(await this.execution.run({ ...read, caller, requestId: locals.requestId }));
      if (!matchesStrongly(ifMatch, etagOf(body))) throw new PreconditionFailed();
    };
    return { exact: ifMatch.trim() !== '*', require };
  }

  /** Lets a call wait that may do so, unless its client asks only for the headers. */
  private waitsFor(request: Request, response: Response, call: OperationCall): OperationCall {
    const { locals } = response;
    const { operation, caller } = call;
    if (!operation.waits || !locals.work || request.method === 'HEAD') return call;
    const readmit = (): Promise<void> => this.readmit(request, response, call);
    const onGone = whenGone(request, response);
    const onRefused = (): void => {
      response.setHeader('retry-after', POLL_AGAIN_SECONDS);
    };
    const waiting = { key: caller.key.id, work: locals.work, onGone, onRefused, readmit };
    return { ...call, patience: this.polls.patienceOf(waiting) };
  }

  /** Checks again that a client may call. @throws ShopError */
  private async readmit(request: Request, { locals }: Response, { surface, operation }: OperationCall): Promise<void> {
    locals.caller = await callerOf(this.authenticator, request);
    passRules(surface, locals.caller, operation);
  }

  private answerStream(
    request: Request,
    response: Response,
    call: OperationCall,
    media: StreamMedia,
    { data }: ExecutionOutcome,
  ): Promise<void> {
    // The cast is safe: `stream()` is the only output with a media type.
    return this.streams.send(request, response, media, data as Stream<string>, {
      key: call.caller.key.id,
      readmit: () => this.readmit(request, response, call),
    });
  }

  private answerFile(request: Request, response: Response, { data }: ExecutionOutcome): Promise<void> {
    // The cast is safe: `file()` is the only output of this shape.
    return this.files.send(request, response, data as StoredFile, { 'cache-control': 'private, no-cache' });
  }

  private answer(request: Request, response: Response, endpoint: OperationEndpoint, outcome: ExecutionOutcome): void {
    const { surface, addressed } = endpoint;
    const { status, location } = outcome.isNew === false ? FOUND : endpoint;
    const { data } = outcome;
    const minimal = addressed !== null && prefers(request, 'return', 'minimal');
    if (minimal) {
      response.setHeader('location', this.base + addressed.replace(':id', idOf(data)));
      response.setHeader('preference-applied', response.hasHeader('preference-applied') ? `${STRICT}, ${MINIMAL}` : MINIMAL);
    }
    if (minimal || status === 204) {
      sendNothing(response, 204);
      return;
    }
    const body = surface === 'capability' ? JSON.stringify({ data: asCapabilityData(outcome) }) : restBody(outcome);
    if (location) response.setHeader('location', this.base + location.replace(':id', idOf(data)));
    if (hasEtag(endpoint)) {
      const etag = etagOf(body);
      response.setHeader('etag', etag);
      response.setHeader('cache-control', 'private, no-cache');
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        sendNothing(response, 304);
        return;
      }
    }
    send(response, status, body);
  }
}

/** The endpoint that answers, which is that of the stream if the client prefers its media type. */
function wanted(endpoint: OperationEndpoint, request: Request): OperationEndpoint {
  const { stream: other } = endpoint.operation;
  const media = other?.output.streams?.media;
  if (!other || media === undefined || request.accepts(['application/json', media]) !== media) return endpoint;
  return { ...endpoint, operation: other };
}

function restBody({ data, meta }: ExecutionOutcome): string {
  return JSON.stringify(meta ? { data, meta } : { data });
}

function idOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : '';
}
