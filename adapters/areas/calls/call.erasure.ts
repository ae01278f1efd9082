import { ERASED } from '../../../application/areas/customers/emptied-data.js';
import { emptied, erasing, isOneOf, isRowOf, rowsIn } from '../../storage/erasure/eraser.js';
import { conversationTable } from '../conversations/conversation.table.js';
import { callReportTable } from './call-report.table.js';
import { callTable } from './call.table.js';

/** The shop's own line stays, and so do the times and lengths of the call. */
export const callErasure = emptied({
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
    hasRecording: 'false',
    recordingDurationSeconds: 'null',
    hasVoicemail: 'false',
    voicemailDurationSeconds: 'null',
    transcript: 'null',
    transcriptSource: 'null',
    aiSummary: 'null',
    externalId: 'null',
  },
});

const DELETE = `delete from call_reports r using calls t
  where t.shop_id = $1 and t.id = any($2::uuid[]) and r.call = t.provider_id`;

/** Reports about calls that nobody knows yet belong to no shop, and are deleted after a week. */
export const callReportErasure = {
  ...erasing(callReportTable, async ({ client, person }) =>
    rowsIn(await client.query(DELETE, [person.shop, person.rowsOf(callTable)])),
  ),
  after: [callTable],
};
