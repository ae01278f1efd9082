import type { Customers } from 'shop-operations-api/application/areas/customers/customers.js';
import { unannounced } from 'shop-operations-api/application/kernel/events/announcer.js';
import type { Reaction, RecordChange } from 'shop-operations-api/application/kernel/events/reaction.js';
import type { LeadFilter, Leads } from 'shop-operations-api/application/areas/leads/leads.js';
import type { Clock } from 'shop-operations-api/application/kernel/ports/ports.js';
import type { Ids } from 'shop-operations-api/application/kernel/ports/ports.js';
import type { Customer } from 'shop-operations-api/domain/customers/customer.js';
import type { Task } from 'shop-operations-api/domain/tasks/task.js';

/** Writes a note on the timeline of the lead that a done task is about: the newest lead with the contacts of the task's customer. */
export class NoteCompletedTask implements Reaction<Task> {
  constructor(
    private readonly customers: Customers,
    private readonly leads: Leads,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async react({ shop, record: task }: RecordChange<Task>): Promise<void> {
    const customer = task.customerId && (await this.customers.find(shop, task.customerId));
    const contact = customer && contactOf(customer);
    if (!contact) return;
    const [lead] = await this.leads.list(shop, contact, 1, null);
    if (!lead) return;
    const body = `Task done: ${task.title}`;
    const entry = {
      id: this.ids.next<'LeadTimelineEntry'>(),
      kind: 'note',
      body,
      from: null,
      to: null,
      createdAt: this.clock.now(),
    } as const;
    await this.leads.change(shop, lead.id, (before) => ({ ...unannounced(before, true), entries: [entry] }));
  }
}

function contactOf({ phone, email }: Customer): LeadFilter | null {
  if (phone !== null) return { phone };
  return email === null ? null : { email };
}
