import { tellLine, type LinesDecision, type PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import type { Outbox } from '../../kernel/events/outbox.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import { phoneNumberEvents } from './phone-number.view.js';
import type { PhoneNumbers } from './phone-numbers.js';

/** Stores changes of a shop's lines, together with their events. */
export class ChangedLines {
  constructor(
    private readonly phoneNumbers: PhoneNumbers,
    private readonly announcer: Announcer,
    private readonly outbox: Outbox,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stores what `decide` says about the live lines. */
  change<Decided extends LinesDecision>(
    shop: ShopId,
    cause: Cause,
    decide: (live: readonly PhoneNumber[]) => Decided,
  ): Promise<Decided> {
    return this.unit.run(async () => {
      let known: readonly PhoneNumber[] = [];
      const decided = await this.phoneNumbers.change(shop, (live) => {
        known = live;
        return decide(live);
      });
      for (const line of decided.changed) {
        const before = known.find(({ id }) => id === line.id) ?? null;
        const decision = tellLine(line, this.clock.now());
        await this.outbox.add(shop, this.announcer.announce(phoneNumberEvents, before, decision, cause));
      }
      return decided;
    });
  }
}
