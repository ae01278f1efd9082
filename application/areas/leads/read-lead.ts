import type { Lead } from '../../../domain/leads/lead.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { LeadId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { LeadView } from './lead.view.js';
import { Leads } from './leads.js';

class ReadLeadInput {
  @PathId() id!: LeadId;
}

class ReadLead implements UseCase<ReadLeadInput, Lead> {
  constructor(private readonly leads: Leads) {}

  async execute({ shop }: Caller, { id }: ReadLeadInput): Promise<Lead> {
    const lead = await this.leads.find(shop.id, id);
    if (!lead) throw new NotFound('lead');
    return lead;
  }
}

export const readLead = operation(ReadLead, {
  name: 'leads.read',
  summary: 'Read a lead',
  description: 'One lead of the shop.',
  scope: 'read',
  route: get('/leads/:id'),
  input: ReadLeadInput,
  output: one(LeadView),
  needs: [Leads],
  errors: ['not_found'],
});
