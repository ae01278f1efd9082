import { Calls } from '../../../application/areas/calls/calls.js';
import { KeptReports } from '../../../application/areas/calls/kept-reports.js';
import { CALLS } from '../../../application/areas/calls/records.js';
import { provide } from '../../../application/kernel/provide.js';
import { OwnerlessCalls1795391500000 } from '../../migrations/1795391500000-ownerless-calls.js';
import { ReportedCalls1795399210000 } from '../../migrations/1795399210000-reported-calls.js';
import { CallLists1795399220000 } from '../../migrations/1795399220000-call-lists.js';
import { CallReports1795399320000 } from '../../migrations/1795399320000-call-reports.js';
import { Database } from '../../storage/database.js';
import { DAY_MS } from '../../storage/retention/kept-rows.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { callReportTable } from './call-report.table.js';
import { callErasure, callReportErasure } from './call.erasure.js';
import { CALL_KIND } from './call.kind.js';
import { callTable } from './call.table.js';
import { PostgresCalls } from './postgres-calls.js';
import { PostgresKeptReports } from './postgres-kept-reports.js';

export const callsStorage = storage({
  migrations: [OwnerlessCalls1795391500000, ReportedCalls1795399210000, CallLists1795399220000, CallReports1795399320000],
  tables: [callTable, callReportTable],
  kinds: [stored(CALLS, CALL_KIND)],
  due: [{ work: 'calls.end_ringing', table: callTable }],
  kept: [{ table: callReportTable, since: 'keptAt', keptMs: 7 * DAY_MS }],
  erases: [callErasure, callReportErasure],
  provides: [provide(Calls, PostgresCalls, [Database]), provide(KeptReports, PostgresKeptReports, [Database])],
});
