import { tellErasure, type ErasedCustomer } from '../../../domain/customers/customer.js';
import { NotFound } from '../../../domain/shared/errors.js';
import { unchanged } from '../../../domain/shared/events.js';
import type { CustomerId, MediaFileId, ShopId } from '../../../domain/shared/id.js';
import { cancel } from '../../../domain/texting/scheduled-message.js';
import type { Announcement, Announcer } from '../../kernel/events/announcer.js';
import { NO_CAUSE, type Cause } from '../../kernel/events/cause.js';
import type { Clock } from '../../kernel/ports/ports.js';
import type { FileStorage } from '../media/file-storage.js';
import { scheduledMessageEvents } from '../texting/scheduled-message.view.js';
import type { ScheduledMessages } from '../texting/scheduled-messages.js';
import { erasedCustomerEvents } from './customer.view.js';
import type { Erased, Erasures } from './erasures.js';

const CAUSE: Cause = { ...NO_CAUSE, operation: 'customers.erase' };

/**
 * A use case of the operator: erases a person who is a customer of the shop. A run that was cut off has erased nothing in the
 * database, and is run again; so is one after which new data about the person came in.
 */
export class EraseCustomer {
  constructor(
    private readonly erasures: Erasures,
    private readonly scheduled: ScheduledMessages,
    private readonly storage: FileStorage,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the shop has no such customer */
  async execute(shop: ShopId, customer: CustomerId): Promise<Erased> {
    const waiting = await this.erasures.waiting(shop, customer);
    if (!waiting) throw new NotFound('customer');
    // A message that waits would be sent. So it is canceled first, as anybody would cancel it.
    for (const id of waiting) {
      await this.scheduled.change(shop, id, (message) => {
        const decision = message.status === 'scheduled' ? cancel(message, this.clock.now()) : unchanged(message);
        return this.announcer.announce(scheduledMessageEvents, message, decision, CAUSE);
      });
    }
    const removed = (file: MediaFileId): Promise<void> => this.storage.delete(shop, file);
    const erased = await this.erasures.erase(shop, customer, removed, (person) => this.told(person));
    if (!erased) throw new NotFound('customer');
    return erased;
  }

  private told(person: ErasedCustomer): readonly Announcement[] {
    return this.announcer.announce(erasedCustomerEvents, null, tellErasure(person, this.clock.now()), CAUSE).announcements;
  }
}
