import { LEAD_TIMELINE, LEADS, Leads } from '../../../application/areas/leads/leads.js';
import { provide } from '../../../application/kernel/provide.js';
import { DueFollowups1795403600000 } from '../../migrations/1795403600000-due-followups.js';
import { Database } from '../../storage/database.js';
import { emptied, isOneOf, isRowOf } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { LEAD_KIND, leadTable, leadTimelineTable, OF_LIVING_LEAD } from './lead.entity.js';
import { PostgresLeads } from './postgres-leads.js';

/** A lead belongs to no customer: it is the same person by its number or its address. Deleted leads are emptied, too. */
const leadErasure = emptied({
  table: leadTable,
  about: ({ numbers, emails }, parameter) =>
    `${isOneOf('t.phone', numbers, parameter)} or ${isOneOf('t.email', emails, parameter)}`,
  to: {
    firstName: 'null',
    lastName: 'null',
    companyName: 'null',
    email: 'null',
    phone: 'null',
    source: 'null',
    followupToAnnounce: 'null',
    dueAt: 'null',
    searchText: `''`,
    externalId: 'null',
    metadata: `'{}'`,
  },
});

const leadTimelineErasure = emptied({
  table: leadTimelineTable,
  after: [leadTable],
  about: ({ rowsOf }, parameter) => isRowOf('t.lead_id', rowsOf(leadTable), parameter),
  to: { body: 'null', externalId: 'null' },
});

export const leadsStorage = storage({
  migrations: [DueFollowups1795403600000],
  tables: [leadTable, leadTimelineTable],
  kinds: [stored(LEADS, LEAD_KIND), stored(LEAD_TIMELINE, { table: leadTimelineTable, where: OF_LIVING_LEAD })],
  due: [{ work: 'leads.announce_followup', table: leadTable }],
  erases: [leadErasure, leadTimelineErasure],
  provides: [provide(Leads, PostgresLeads, [Database])],
});
