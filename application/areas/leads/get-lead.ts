import type { Lead } from '../../../domain/leads/lead.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { LeadId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { LeadView } from './lead.view.js';
import { Leads } from './leads.js';

class GetLeadInput {
  @PathId({ listedBy: 'leads.list' }) id!: LeadId;
}

class GetLead implements UseCase<GetLeadInput, Lead> {
  constructor(private readonly leads: Leads) {}

  async execute({ shop }: Caller, { id }: GetLeadInput): Promise<Lead> {
    const lead = await this.leads.find(shop.id, id);
    if (!lead) throw new NotFound('lead');
    return lead;
  }
}

export const getLead = operation(GetLead, {
  name: 'leads.get',
  summary: 'Read a lead',
  description:
    'Reads one lead: contact, source, status, owner and follow-up. Nobody is contacted. A repetition reads anew. Refuses an ' +
    'unknown id.',
  scope: 'read',
  route: get('/leads/:id', { operationId: 'leads.read' }),
  capability: { permission: 'customers.manage', budget: 'read' },
  input: GetLeadInput,
  output: one(LeadView),
  needs: [Leads],
  errors: ['not_found'],
});
