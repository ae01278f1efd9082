import { changeLead, type Lead } from '../../../domain/leads/lead.js';
import type { MetadataChange } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { MetadataField, PathExternalId } from '../../kernel/fields/annotation-fields.js';
import { Extendable, gathered } from '../../kernel/fields/extra-fields.js';
import { Email, Name, Phone, Text } from '../../kernel/fields/fields.js';
import { changeOrMake } from '../../kernel/operation/external-ids.js';
import { actorOf, operation, put, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { madeOf, type Made } from '../../kernel/operation/output.js';
import { Clock, Ids } from '../../kernel/ports/ports.js';
import { openedLead } from './create-lead.js';
import { leadEvents, LeadView } from './lead.view.js';
import { leadRecord, Leads } from './leads.js';
import { updateLead } from './update-lead.js';

@Extendable(leadRecord, 'new')
class PutLeadInput {
  @PathExternalId() external_id!: string;
  @Name({ max: 200, optional: true, description: 'First and last name. Required for a new lead.', example: 'Dana Whitfield' })
  name?: string;
  @Email({ max: 200, optional: true, description: 'In any case.', example: 'dana@example.com' }) email?: EmailAddress;
  @Phone({ max: 40, optional: true, description: 'Normalised to E.164.', example: '613 555 0142' }) phone?: E164;
  @Text({ max: 120, optional: true, description: 'Where the person came from. A new lead: `api` if left out.' }) source?: string;
  @Text({ max: 2000, lines: true, optional: true, description: 'The first note of a new lead’s timeline. Otherwise ignored.' })
  notes?: string;
  @MetadataField({ change: true }) metadata?: MetadataChange;
}

class PutLead implements UseCase<PutLeadInput, Made<Lead>> {
  constructor(
    private readonly leads: Leads,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  execute(caller: Caller, input: PutLeadInput, cause: Cause): Promise<Made<Lead>> {
    const shop = caller.shop.id;
    const { external_id: externalId, notes: _, ...given } = gathered(input);
    return changeOrMake({
      find: () => this.leads.findByExternalId(shop, externalId),
      change: ({ id }) =>
        this.leads.change(shop, id, (lead) => {
          const decision = changeLead(lead, given, actorOf(caller), this.clock.now());
          return { entries: [], ...this.announcer.announce(leadEvents, lead, decision, cause) };
        }),
      make: () => this.make(shop, input, cause),
    });
  }

  private make(shop: ShopId, { name, ...others }: PutLeadInput, cause: Cause): Promise<Lead | null> {
    if (name === undefined) throw new ValidationError('name', 'a new lead needs a name');
    const { entries, ...decision } = openedLead(this.ids, { name, ...others }, this.clock.now());
    return this.leads.addUnlessTaken(shop, { entries, ...this.announcer.announce(leadEvents, null, decision, cause) });
  }
}

export const putLead = operation(PutLead, {
  name: 'leads.put',
  summary: 'Create or change a lead by your own id',
  description:
    'Changes the given fields of the lead with this external id, or creates a lead that has it. Calls that come at the same time ' +
    'create one lead. If one field is refused, nothing changes.',
  scope: 'full',
  route: put('/leads/by-external-id/:external_id', { location: '/leads/:id' }),
  input: PutLeadInput,
  beside: updateLead,
  output: madeOf(LeadView),
  needs: [Leads, Ids, Clock, Announcer],
  errors: ['conflict'],
});
