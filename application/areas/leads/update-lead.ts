import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { changeLead, LEAD_STATUSES, type Lead, type LeadStatus } from '../../../domain/leads/lead.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { defined } from '../../../domain/shared/defined.js';
import { NotFound, ValidationError } from '../../../domain/shared/errors.js';
import type { LeadId, PersonId, ShopId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { ExternalIdField, MetadataField } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { DateTime, Email, Name, OneOf, PathId, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import { actorOf, operation, patch, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { whyNotActive } from '../staff/assignee.js';
import { Staff } from '../staff/staff.js';
import { leadEvents, LeadView } from './lead.view.js';
import { leadRecord, Leads } from './leads.js';

@Extendable(leadRecord, 'change')
class UpdateLeadInput {
  @PathId({ listedBy: 'leads.list' }) id!: LeadId;
  @OneOf(LEAD_STATUSES, { change: true, description: 'Any to any other.' }) status?: LeadStatus;
  @Uuid({
    listedBy: 'staff.list',
    listedAs: 'user_id',
    change: true,
    nullable: true,
    description: 'An `id` or `user_id` from staff.list.',
  })
  assigned_to?: PersonId | null;
  @DateTime({ change: true, nullable: true, description: 'Null clears it.' }) next_followup_at?: Instant | null;
  @Name({ max: 200, change: true, description: 'First and last name.' }) name?: string;
  @Email({ max: 200, change: true, nullable: true, description: 'In any case.' }) email?: EmailAddress | null;
  @Phone({ max: 40, change: true, nullable: true, description: 'In any spelling.' }) phone?: E164 | null;
  @Text({ max: 120, change: true, nullable: true, description: 'Where they came from.' }) source?: string | null;
  @ExternalIdField({ change: true }) external_id?: string | null;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class UpdateLead implements UseCase<UpdateLeadInput, Lead> {
  constructor(
    private readonly leads: Leads,
    private readonly staff: Staff,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute(caller: Caller, { id, ...change }: UpdateLeadInput, cause: Cause): Promise<Lead> {
    const { shop } = caller;
    const { assigned_to: owner, next_followup_at: nextFollowupAt, external_id: externalId, ...rest } = gathered(change);
    const assignedTo = owner && (await this.activeUser(shop.id, owner));
    const given = { ...rest, ...defined({ assignedTo, nextFollowupAt, externalId }) };
    const changed = await this.leads.change(shop.id, id, (lead) => {
      const now = this.clock.now();
      const decision = changeLead(lead, given, actorOf(caller), now);
      return { entries: this.entriesOf(lead, decision.next, now), ...this.announcer.announce(leadEvents, lead, decision, cause) };
    });
    if (!changed) throw new NotFound('lead');
    return changed;
  }

  private async activeUser(shop: ShopId, id: PersonId): Promise<StaffUserId> {
    const member = await this.staff.find(shop, id);
    if (member?.active) return member.userId;
    throw new ValidationError('assigned_to', `${String(whyNotActive(member))}; see staff.list`);
  }

  private entriesOf({ status: from }: Lead, { status: to }: Lead, createdAt: Instant): LeadTimelineEntry[] {
    return from === to ? [] : [{ id: this.ids.next(), kind: 'status_changed', body: null, from, to, createdAt }];
  }
}

export const updateLead = operation(UpdateLead, {
  name: 'leads.update',
  summary: 'Change a lead',
  description:
    'Changes a lead; omitted fields stay, null clears. No customer is contacted. A repetition changes ' +
    'nothing and emits no event. Refuses an owner who is no active teammate.',
  scope: 'full',
  route: patch('/leads/:id'),
  capability: { permission: 'customers.manage', budget: 'write' },
  input: UpdateLeadInput,
  output: one(LeadView),
  needs: [Leads, Staff, Ids, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  atLeastOne: true,
  repeatable: true,
  destructive: true,
});
