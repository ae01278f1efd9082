import type { Request } from 'express';
import type { Authenticate } from '../../application/access/authenticate.js';
import type { Caller } from '../../application/operation/caller.js';
import type { BackgroundTurns } from '../background-turns.js';
import { clientKey } from './client-address.js';
import type { PresentedKey } from './connections.js';
import { timesSent } from './raw-headers.js';
import type { RequestContext } from './request-context.js';

/**
 * Authenticates the caller of a request, and lets the request begin, wait or be refused (see `Workload`). Every endpoint that
 * needs a key calls `admit` first.
 */
export class Admission {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly background: Pick<BackgroundTurns, 'noteRequest'>,
  ) {}

  /**
   * A key in memory is checked before the request may begin, because its shop decides if the request may. To look a key up is
   * work, so a request with another key must begin first: as one of the shop that had the key when this process saw it last, or
   * as one of the strangers at its address.
   * @throws Unauthorized, Overloaded
   */
  admit(context: RequestContext): Caller | Promise<Caller> {
    const presented = this.presentedBy(context);
    const known = this.authenticate.recall(presented.read);
    if (known) presented.party = known.shop.id;
    context.caller = known; // also for the log line of a refusal
    context.party = presented.party ?? this.authenticate.shopOf(presented.read) ?? clientKey(context.request);
    const turn = context.workload.begin(context, context.arrived);
    if (known) this.background.noteRequest(known.shop.id, context.arrived);
    if (turn) return turn.then(() => this.readmit(context));
    return known ?? this.readmit(context);
  }

  /** Checks the key again, for a request that has waited. @throws Unauthorized */
  async readmit(context: RequestContext): Promise<Caller> {
    const presented = this.presentedBy(context);
    const caller = await this.authenticate.execute(presented.read, () => clientKey(context.request));
    presented.party = caller.shop.id;
    this.background.noteRequest(caller.shop.id, context.arrived);
    context.workload.identify(context, caller.shop.id);
    return caller;
  }

  /**
   * A client usually sends the same key with every request of a connection, so the header is parsed only once. The key is still
   * checked for each request.
   */
  private presentedBy({ request, connection }: RequestContext): PresentedKey {
    const header = headerOf(request);
    const { presented } = connection;
    if (presented?.header === header) return presented;
    const read = this.authenticate.read(BEARER.exec(header)?.[1] ?? null);
    return (connection.presented = { header, read, party: null });
  }
}

const HEADER = 'authorization';
const BEARER = /^bearer +(\S+)$/i;

/** '': the header was not sent. A request with two Authorization headers also counts as one without the header. */
function headerOf({ headers, rawHeaders }: Request): string {
  return timesSent(HEADER, rawHeaders) === 1 ? (headers.authorization ?? '') : '';
}
