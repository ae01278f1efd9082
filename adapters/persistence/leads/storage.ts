import { Leads } from '../../../application/leads/leads.js';
import { LEADS, LEAD_TIMELINE } from '../../../application/leads/records.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { DueFollowups1795403600000 } from './1795403600000-due-followups.js';
import { leadTimelineTable } from './lead-timeline.table.js';
import { leadTable } from './lead.table.js';
import { LEAD_KIND, OF_LIVING_LEAD } from './lead.kind.js';
import { PostgresLeads } from './postgres-leads.js';
import { leadErasure, leadTimelineErasure } from './lead.erasure.js';

export const leadsStorage = storage({
  migrations: [DueFollowups1795403600000],
  tables: [leadTable, leadTimelineTable],
  kinds: [stored(LEADS, LEAD_KIND), stored(LEAD_TIMELINE, { table: leadTimelineTable, where: OF_LIVING_LEAD })],
  due: [{ work: 'leads.announce_followup', table: leadTable }],
  erases: [leadErasure, leadTimelineErasure],
  provides: [provide(Leads, PostgresLeads, [Database])],
});
