import { Leads } from '../../../application/areas/leads/leads.js';
import { LEADS, LEAD_TIMELINE } from '../../../application/areas/leads/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { DueFollowups1795403600000 } from '../../migrations/1795403600000-due-followups.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { leadTimelineTable } from './lead-timeline.table.js';
import { leadErasure, leadTimelineErasure } from './lead.erasure.js';
import { LEAD_KIND, OF_LIVING_LEAD } from './lead.kind.js';
import { leadTable } from './lead.table.js';
import { PostgresLeads } from './postgres-leads.js';

export const leadsStorage = storage({
  migrations: [DueFollowups1795403600000],
  tables: [leadTable, leadTimelineTable],
  kinds: [stored(LEADS, LEAD_KIND), stored(LEAD_TIMELINE, { table: leadTimelineTable, where: OF_LIVING_LEAD })],
  due: [{ work: 'leads.announce_followup', table: leadTable }],
  erases: [leadErasure, leadTimelineErasure],
  provides: [provide(Leads, PostgresLeads, [Database])],
});
