import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { openLead, type Lead } from '../../../domain/leads/lead.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Email, Name, Phone, Text } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { leadEvents, LeadView } from './lead.view.js';
import { Leads } from './leads.js';

class CreateLeadInput {
  @Name({ max: 200, description: 'First and last name.', example: 'Dana Whitfield' })
  name!: string;
  @Email({ max: 200, optional: true, description: 'In any case.', example: 'dana@example.com' }) email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'Normalised to E.164.', example: '613 555 0142' }) phone?: E164;
  @Text({ max: 120, optional: true, default: 'api', description: 'Where the person came from.' }) source?: string;
  @Text({ max: 2000, lines: true, optional: true, description: 'Added to the lead’s timeline as a note.' }) notes?: string;
}

class CreateLead implements UseCase<CreateLeadInput, Lead> {
  constructor(
    private readonly leads: Leads,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: CreateLeadInput, cause: Cause): Promise<Lead> {
    const now = this.clock.now();
    const { name, email = null, phone = null, source = 'api', notes } = input;
    const decision = openLead({ id: this.ids.next(), name, email, phone, source }, now);
    const entries = notes === undefined ? [] : [this.note(notes, now)];
    return this.leads.add(shop.id, { entries, ...this.announcer.announce(leadEvents, null, decision, cause) });
  }

  private note(body: string, createdAt: Instant): LeadTimelineEntry {
    return { id: this.ids.next(), kind: 'note', body, from: null, to: null, createdAt };
  }
}

export const createLead = operation(CreateLead, {
  name: 'leads.create',
  summary: 'Create a lead',
  description:
    'Adds a lead, a person who asked but has not bought yet, with status `new`, due for a follow-up now. No customer is ' +
    'contacted. A repetition makes a second lead, unless it has the same `idempotency_key`. Refuses an e-mail or a phone that ' +
    'is none.',
  scope: 'full',
  route: post('/leads', { status: 201, location: '/leads/:id' }),
  capability: { permission: 'customers.manage', budget: 'write', status: 201 },
  input: CreateLeadInput,
  output: one(LeadView),
  needs: [Leads, Ids, Clock, Announcer],
});
