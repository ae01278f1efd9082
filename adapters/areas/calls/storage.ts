import { CALLS, Calls, KeptReports } from '../../../application/areas/calls/calls.js';
import { ERASED } from '../../../application/areas/customers/erasures.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { OwnerlessCalls1795391500000 } from '../../migrations/1795391500000-ownerless-calls.js';
import { ReportedCalls1795399210000 } from '../../migrations/1795399210000-reported-calls.js';
import { CallLists1795399220000 } from '../../migrations/1795399220000-call-lists.js';
import { CallReports1795399320000 } from '../../migrations/1795399320000-call-reports.js';
import { MissedCalls1795458232000 } from '../../migrations/1795458232000-missed-calls.js';
import { ForgottenCalls1795458232100 } from '../../migrations/1795458232100-forgotten-calls.js';
import { CallsCaughtUp1795897000000 } from '../../migrations/1795897000000-calls-caught-up.js';
import { Database } from '../../storage/database.js';
import { emptied, erasing, isOneOf, isRowOf, rowsIn } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { CALL_KIND, callReportTable, callsCaughtUpTable, callTable, WITHOUT_SOUNDS, WITHOUT_TRANSCRIPT } from './call.entity.js';
import { PostgresCalls, PostgresKeptReports } from './postgres-calls.js';

/** The shop's own line stays, and so do the times and lengths of the call. */
const callErasure = emptied({
  table: callTable,
  after: [conversationTable],
  about: ({ customer, numbers, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
      isOneOf('t."from"', numbers, parameter),
      isOneOf('t."to"', numbers, parameter),
    ].join(' or '),
  to: {
    from: `case when t.direction = 'outbound' then t."from" else '${ERASED}' end`,
    to: `case when t.direction = 'inbound' then t."to" else '${ERASED}' end`,
    ...WITHOUT_SOUNDS,
    ...WITHOUT_TRANSCRIPT,
    externalId: 'null',
  },
});

/** A change of a table without shops cannot read one of a shop, so the provider's ids are read first. */
const PROVIDER_IDS =
  'select t.provider_id as id from calls t where t.shop_id = $1 and t.id = any($2::uuid[]) and t.provider_id is not null';
const DELETE = 'delete from call_reports r where r.call = any($1::text[])';

/** Reports about calls that nobody knows yet belong to no shop, and are deleted after a week. */
const callReportErasure = {
  ...erasing(callReportTable, async ({ client, person }) => {
    const { rows } = await client.query<{ id: string }>(PROVIDER_IDS, [person.shop, person.rowsOf(callTable)]);
    return rowsIn(await client.query(DELETE, [rows.map(({ id }) => id)]));
  }),
  after: [callTable],
};

export const callsStorage = storage({
  migrations: [
    OwnerlessCalls1795391500000,
    ReportedCalls1795399210000,
    CallLists1795399220000,
    CallReports1795399320000,
    MissedCalls1795458232000,
    ForgottenCalls1795458232100,
    CallsCaughtUp1795897000000,
  ],
  tables: [callTable, callReportTable, callsCaughtUpTable],
  kinds: [stored(CALLS, CALL_KIND)],
  due: [{ work: 'calls.end_ringing', table: callTable }],
  kept: [{ table: callReportTable, since: 'keptAt', keptMs: 7 * DAY_MS }],
  erases: [callErasure, callReportErasure],
  impersonal: [callsCaughtUpTable],
  provides: [provide(Calls, PostgresCalls, [Database]), provide(KeptReports, PostgresKeptReports, [Database])],
});
