import { adopt } from '../../../domain/inbox/conversation.js';
import type { CustomerId, EventId, ShopId } from '../../../domain/shared/id.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { EventWork, StoredEvent } from '../../kernel/events/work.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { Calls } from '../calls/calls.js';
import type { Customers } from '../customers/customers.js';
import type { OptOuts } from '../texting/opt-outs.js';
import { conversationEvents } from './conversation.view.js';
import type { Conversations } from './conversations.js';

interface Payload {
  readonly shop: ShopId;
  readonly customer: CustomerId;
  readonly event: EventId;
}

/** Gives the threads and calls of a number that belong to no customer to the customer who has got this number. */
export class AdoptThreads implements EventWork<Payload> {
  readonly name = 'conversations.adopt';
  readonly on = ['customer.created', 'customer.updated'] as const;

  constructor(
    private readonly customers: Customers,
    private readonly conversations: Conversations,
    private readonly calls: Calls,
    private readonly optOuts: OptOuts,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  payloadOf({ shop, id: event, type, data }: StoredEvent): Payload | null {
    // The cast is safe: the data of the event is the customer, with the old values of the fields that changed.
    const {
      id: customer,
      phone,
      previous,
    } = data as {
      readonly id: CustomerId;
      readonly phone: string | null;
      readonly previous?: { readonly phone?: string | null };
    };
    const hasNewPhone = phone !== null && (type === 'customer.created' || previous?.phone !== undefined);
    return hasNewPhone ? { shop, customer, event } : null;
  }

  keyOf({ customer }: Payload): string {
    return customer;
  }

  async run({ shop, customer: id, event }: Payload): Promise<boolean> {
    const customer = await this.customers.find(shop, id);
    const phone = customer?.phone ?? null;
    if (phone === null) return true;
    // The number of somebody who was erased: from now on everybody sees its block.
    await this.optOuts.recall(shop, phone);
    for (const thread of await this.conversations.ownerless(shop, phone)) {
      await this.conversations.change(shop, thread, (before) => {
        const decision = adopt(before, id, this.clock.now());
        return this.announcer.announce(conversationEvents, before, decision, { ...NO_CAUSE, eventId: event });
      });
    }
    // A call in a thread is given to the customer of the thread, so the threads come first.
    await this.calls.adopt(shop, phone, id);
    return true;
  }
}
