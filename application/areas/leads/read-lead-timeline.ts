import type { LeadTimelineEntry } from '../../../domain/leads/lead-timeline.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { LeadId } from '../../../domain/shared/id.js';
import { PathId } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { cursorPage, type Slice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
import { LeadTimelineEntryView } from './lead.view.js';
import { Leads } from './leads.js';

class ReadLeadTimelineInput {
  @PathId() id!: LeadId;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class ReadLeadTimeline implements UseCase<ReadLeadTimelineInput, Slice<LeadTimelineEntry>> {
  constructor(
    private readonly leads: Leads,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, { id, limit, cursor }: ReadLeadTimelineInput): Promise<Slice<LeadTimelineEntry>> {
    const scope = { shop: shop.id, list: 'lead timeline', filter: { id } };
    const page = await cursorPage(this.cursors, scope, { limit, cursor }, (rows, after) =>
      this.leads.timeline(shop.id, id, rows, after),
    );
    if (page.items.length === 0 && !(await this.leads.find(shop.id, id))) throw new NotFound('lead');
    return page;
  }
}

export const readLeadTimeline = operation(ReadLeadTimeline, {
  name: 'leads.timeline',
  summary: 'Read a lead’s timeline',
  description: 'Notes and status changes of one lead, newest first.',
  scope: 'read',
  route: get('/leads/:id/timeline'),
  input: ReadLeadTimelineInput,
  output: cursorPageOf(LeadTimelineEntryView),
  needs: [Leads, Cursors],
  errors: ['not_found'],
});
