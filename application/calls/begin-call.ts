import type { Shop } from '../../domain/access/shop.js';
import type { Progress } from '../../domain/calls/call-progress.js';
import type { Call } from '../../domain/calls/call.js';
import { newCall, type NewCall } from '../../domain/calls/new-call.js';
import type { CallId } from '../../domain/shared/id.js';
import { normalizePhone, reportedNumber } from '../../domain/shared/phone.js';
import type { Shops } from '../access/shops.js';
import type { Contacts } from '../comms/contacts.js';
import type { CallThreads } from '../conversations/call-threads.js';
import type { Announcer } from '../events/announcer.js';
import { NO_CAUSE } from '../events/cause.js';
import type { PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { AddCallPart } from './add-call-part.js';
import { callEvents } from './call.events.js';
import type { StateReport } from './call-reports.js';
import type { Calls } from './calls.js';
import type { KeptReports } from './kept-reports.js';

/** A number with `+` says its country itself. */
const ANY_COUNTRY = 'CA';

type Links = Pick<Call, 'conversationId' | 'customerId'>;

/** Stores a call at the first report about its state, files it into a thread, and adds the parts that were kept for it. */
export class BeginCall {
  constructor(
    private readonly shops: Shops,
    private readonly phoneNumbers: PhoneNumbers,
    private readonly contacts: Contacts,
    private readonly calls: Calls,
    private readonly threads: CallThreads,
    private readonly kept: KeptReports,
    private readonly addPart: AddCallPart,
    private readonly announcer: Announcer,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Returns the new call; null: its line belongs to no shop. It runs in the unit of work that `Calls.reported` has begun. */
  async execute(report: StateReport, progress: Progress): Promise<CallId | null> {
    const shop = await this.shopOf(report);
    if (!shop) return null;
    const now = this.clock.now();
    const call = callOf(this.ids.next(), report, shop);
    const { next } = newCall(call, progress, now);
    const links = await this.fileInto(shop, next);
    const decision = newCall({ ...call, ...links }, progress, now);
    await this.calls.add(shop.id, this.announcer.announce(callEvents, null, decision, NO_CAUSE));
    for (const part of await this.kept.take(report.call)) await this.addPart.execute(shop.id, call.id, part);
    return call.id;
  }

  private async shopOf({ shop, direction, from, to }: StateReport): Promise<Shop | null> {
    if (shop) return this.shops.find(shop);
    const line = reportedNumber(direction === 'inbound' ? to : from, ANY_COUNTRY);
    return line && this.phoneNumbers.holder(line);
  }

  /** Files a call into a thread with its contact. A number that cannot be read belongs to nobody. */
  private async fileInto({ id: shop, country }: Shop, call: Call): Promise<Links> {
    const number = reportedNumber(call.direction === 'inbound' ? call.from : call.to, country);
    if (number === null) return { conversationId: null, customerId: null };
    const contact = await this.contacts.ofNumber(shop, number);
    const thread = await this.threads.threadFor(shop, number, contact, call);
    return { conversationId: thread?.id ?? null, customerId: thread?.customerId ?? contact.customerId };
  }
}

function callOf(id: CallId, { call: providerId, direction, from, to }: StateReport, { country }: Shop): NewCall {
  const ends = { from: normalizePhone(from, country) ?? from, to: normalizePhone(to, country) ?? to };
  return { id, providerId, direction, ...ends, conversationId: null, customerId: null };
}
