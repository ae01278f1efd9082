import type { Shop } from '../../../domain/access/shop.js';
import type { Progress } from '../../../domain/calls/call-progress.js';
import { newCall, type NewCall } from '../../../domain/calls/call.js';
import type { CallId } from '../../../domain/shared/id.js';
import { normalizePhone, reportedNumber } from '../../../domain/shared/phone.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { Clock, Ids } from '../../kernel/ports/ports.js';
import type { CallThreads } from '../inbox/call-threads.js';
import type { AddressedShop } from '../phone-numbers/phone-numbers.js';
import type { StateReport } from './call-reports.js';
import { callEvents } from './call.view.js';
import type { Calls } from './calls.js';
import type { CallParts } from './take-call-reports.js';

/** A number with `+` says its country itself. */
const ANY_COUNTRY = 'CA';

/** Stores a call at the first report about its state, files it into a thread, and adds the parts that were kept for it. */
export class BeginCall {
  constructor(
    private readonly shops: AddressedShop,
    private readonly calls: Calls,
    private readonly threads: CallThreads,
    private readonly parts: CallParts,
    private readonly announcer: Announcer,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Returns the new call; null: its line belongs to no shop. It runs in the unit of work that `Calls.reported` has begun. */
  async execute(report: StateReport, progress: Progress): Promise<CallId | null> {
    const { direction, from, to } = report;
    const shop = await this.shops.find(report.shop, reportedNumber(direction === 'inbound' ? to : from, ANY_COUNTRY));
    if (!shop) return null;
    const now = this.clock.now();
    const kept = await this.parts.takeKept(shop.id, report.call);
    const call = { ...callOf(this.ids.next(), report, shop), ...kept.facts };
    const { next } = newCall(call, progress, now);
    const links = await this.threads.file(shop, next);
    const decision = newCall({ ...call, ...links }, progress, now);
    await this.calls.add(shop.id, this.announcer.announce(callEvents, null, decision, NO_CAUSE));
    await kept.addTo(decision.next);
    return call.id;
  }
}

type KnownEnds = Omit<NewCall, 'forwardedTo' | 'voicemailLeft'>;

function callOf(id: CallId, { call: providerId, direction, from, to }: StateReport, { country }: Shop): KnownEnds {
  const ends = { from: normalizePhone(from, country) ?? from, to: normalizePhone(to, country) ?? to };
  return { id, providerId, direction, ...ends, conversationId: null, customerId: null };
}
