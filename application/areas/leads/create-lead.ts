import { openLead, type Lead } from '../../../domain/leads/lead.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { defined } from '../../../domain/shared/defined.js';
import type { Decision } from '../../../domain/shared/events.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { Email, Name, Phone, Text } from '../../kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { leadEvents, LeadView } from './lead.view.js';
import { leadRecord, Leads, type LeadDecision } from './leads.js';

@Extendable(leadRecord, 'new')
class CreateLeadInput {
  @Name({ max: 200, description: 'First and last name.', example: 'Dana Whitfield' })
  name!: string;
  @Email({ max: 200, optional: true, description: 'In any case.', example: 'dana@example.com' }) email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'Normalised to E.164.', example: '613 555 0142' }) phone?: E164;
  @Text({ max: 120, optional: true, default: 'api', description: 'Where they came from.' }) source?: string;
  @Text({ max: 2000, lines: true, optional: true, description: 'Added to the lead’s timeline as a note.' }) notes?: string;
  @ExternalIdField() external_id?: string;
  @MetadataField() metadata?: MetadataChange;
}

type NewLeadFields = Omit<CreateLeadInput, 'external_id'> & { readonly external_id?: string };

/** A new lead with its first timeline entries. */
export function openedLead(
  ids: Ids,
  input: NewLeadFields,
  now: Instant,
): Decision<Lead, 'lead.created'> & Pick<LeadDecision, 'entries'> {
  const { name, email = null, phone = null, source = 'api', notes, external_id: externalId, metadata, extra } = gathered(input);
  const note = { kind: 'note', from: null, to: null, createdAt: now } as const;
  return {
    ...openLead({ id: ids.next(), name, email, phone, source, ...defined({ externalId, metadata, extra }) }, now),
    entries: notes === undefined ? [] : [{ id: ids.next(), body: notes, ...note }],
  };
}

class CreateLead implements UseCase<CreateLeadInput, Lead> {
  constructor(
    private readonly leads: Leads,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, input: CreateLeadInput, cause: Cause): Promise<Lead> {
    const { entries, ...decision } = openedLead(this.ids, input, this.clock.now());
    return this.leads.add(shop.id, { entries, ...this.announcer.announce(leadEvents, null, decision, cause) });
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
  errors: ['conflict'],
});
