import { createLead } from '../../../application/areas/leads/create-lead.js';
import { Leads } from '../../../application/areas/leads/leads.js';
import { MemoryLeads } from '../../support/memory-ports.js';
import { aCaller, runUseCase } from '../../support/run-use-case.js';

const NAMED = { name: 'Dana Whitfield', phone: '(613) 555-0142' };

it('a new lead is due for a follow-up at once, and is announced', async () => {
  const [leads, caller] = [new MemoryLeads(), aCaller()];
  const lead = await runUseCase(createLead, [[Leads, leads]], caller, NAMED);
  expect(lead).toMatchObject({ firstName: 'Dana', lastName: 'Whitfield', phone: '+16135550142', status: 'new', source: 'api' });
  expect(await leads.list(caller.shop.id, {}, 5, null)).toEqual([lead]);
  expect(leads.store.announcements.map(({ type }) => type)).toEqual(['lead.created']);
});

it('notes begin the timeline of the lead', async () => {
  const [leads, caller] = [new MemoryLeads(), aCaller()];
  const lead = (await runUseCase(createLead, [[Leads, leads]], caller, { ...NAMED, notes: 'Wants a quote' })) as { id: never };
  expect(await leads.timeline(caller.shop.id, lead.id, 5, null)).toMatchObject([{ kind: 'note', body: 'Wants a quote' }]);
});
