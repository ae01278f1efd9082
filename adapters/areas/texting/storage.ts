import { CaughtUp } from '../../../application/areas/texting/caught-up.js';
import { MESSAGES, Messages } from '../../../application/areas/texting/messages.js';
import { OptOuts } from '../../../application/areas/texting/opt-outs.js';
import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { ScheduledMessages } from '../../../application/areas/texting/scheduled-messages.js';
import { TextingFacts } from '../../../application/areas/texting/texting-rules.js';
import { NumberDigests } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { DAY_MS } from '../../../domain/shared/instant.js';
import { SandboxOutbox1795379300000 } from '../../migrations/1795379300000-sandbox-outbox.js';
import { Texts1795386720000 } from '../../migrations/1795386720000-texts.js';
import { OptOuts1795386804524 } from '../../migrations/1795386804524-opt-outs.js';
import { MessagePages1795387300000 } from '../../migrations/1795387300000-message-pages.js';
import { BlocksOfCustomers1795387304000 } from '../../migrations/1795387304000-blocks-of-customers.js';
import { ScheduledMessages1795387463000 } from '../../migrations/1795387463000-scheduled-messages.js';
import { DuePlays1795387646000 } from '../../migrations/1795387646000-due-plays.js';
import { TextsCaughtUp1795389440000 } from '../../migrations/1795389440000-texts-caught-up.js';
import { MessageSender1795391900000 } from '../../migrations/1795391900000-message-sender.js';
import { MessageTraces1795456000100 } from '../../migrations/1795456000100-message-traces.js';
import { MessagePurpose1795898000000 } from '../../migrations/1795898000000-message-purpose.js';
import { RemovedLinks1795458233000 } from '../../migrations/1795458233000-removed-links.js';
import { TextsTaken1795458231000 } from '../../migrations/1795458231000-texts-taken.js';
import { MessagesOfAllThreads1795898200000 } from '../../migrations/1795898200000-messages-of-all-threads.js';
import { Database } from '../../storage/database.js';
import { deleted, emptied, erasing, isOneOf, isRowOf, rowsIn, type Erasing } from '../../storage/erasure/eraser.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { conversationTable } from '../inbox/conversation.entity.js';
import { caughtUpTable, EMPTIED_MESSAGE, messageTable, textsTakenTable } from './message.entity.js';
import { optOutTable } from './opt-out.entity.js';
import { PostgresCaughtUp } from './postgres-caught-up.js';
import { PostgresMessages } from './postgres-messages.js';
import { PostgresOptOuts } from './postgres-opt-outs.js';
import { PostgresSandboxOutbox } from './postgres-sandbox-outbox.js';
import { PostgresScheduledMessages } from './postgres-scheduled-messages.js';
import { PostgresTextingFacts } from './postgres-texting-facts.js';
import { sandboxOutboxTable } from './sandbox-outbox.entity.js';
import { EMPTIED_SCHEDULED_MESSAGE, scheduledMessageTable } from './scheduled-message.entity.js';

const sandboxOutboxErasure = deleted({
  table: sandboxOutboxTable,
  after: [messageTable],
  about: ({ numbers, emails, rowsOf }, parameter) =>
    `${isOneOf('t."to"', [...numbers, ...emails], parameter)} or ${isRowOf('t.message', rowsOf(messageTable), parameter)}`,
});

const scheduledMessageErasure = emptied({
  table: scheduledMessageTable,
  after: [conversationTable],
  about: ({ customer, numbers, emails, rowsOf }, parameter) =>
    [
      `t.customer_id = ${parameter(customer)}`,
      isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
      isOneOf('t."to"', [...numbers, ...emails], parameter),
    ].join(' or '),
  to: { ...EMPTIED_SCHEDULED_MESSAGE, dueAt: 'null' },
});

const DELETE_DIGESTS = 'delete from opt_outs t where t.shop_id = $1 and t.number = any($2::text[])';
const HIDE = `update opt_outs t set number = $3, note = null, version = t.version + 1 where t.shop_id = $1 and t.number = $2`;

/** The number of a block becomes a digest, so that the block still holds for whoever has the number. */
const hideNumbers = async (given: Erasing): Promise<number> => {
  const { client, person, digests } = given;
  let hidden = 0;
  for (const number of person.numbers) {
    const known = digests.of(person.shop, number);
    const isThere = await client.query('select from opt_outs t where t.shop_id = $1 and t.number = $2', [person.shop, number]);
    if (rowsIn(isThere) === 0) continue;
    await client.query(DELETE_DIGESTS, [person.shop, known]);
    hidden += rowsIn(await client.query(HIDE, [person.shop, number, known[0]]));
  }
  return hidden;
};

const optOutErasure = erasing(optOutTable, hideNumbers, ({ numbers }, parameter) => isOneOf('t.number', numbers, parameter));

/** A text that waits to be sent ends with the error `erased`. */
const messageErasure = emptied({
  table: messageTable,
  after: [conversationTable],
  about: ({ rowsOf }, parameter) => isRowOf('t.conversation_id', rowsOf(conversationTable), parameter),
  to: {
    ...EMPTIED_MESSAGE,
    status: `case when t.status = 'queued' then 'failed' else t.status end`,
    error: `case when t.status = 'queued' then 'erased' else ${EMPTIED_MESSAGE.error} end`,
    dueAt: 'null',
    externalId: 'null',
  },
});

const THREAD_CUSTOMER = '(select c.customer_id from conversations c where c.shop_id = t.shop_id and c.id = t.conversation_id)';

export const textingStorage = storage({
  migrations: [
    SandboxOutbox1795379300000,
    Texts1795386720000,
    OptOuts1795386804524,
    MessagePages1795387300000,
    BlocksOfCustomers1795387304000,
    ScheduledMessages1795387463000,
    DuePlays1795387646000,
    TextsCaughtUp1795389440000,
    MessageSender1795391900000,
    MessageTraces1795456000100,
    TextsTaken1795458231000,
    RemovedLinks1795458233000,
    MessagePurpose1795898000000,
    MessagesOfAllThreads1795898200000,
  ],
  tables: [messageTable, textsTakenTable, caughtUpTable, scheduledMessageTable, optOutTable, sandboxOutboxTable],
  kinds: [stored(MESSAGES, { table: messageTable, facts: { customerId: THREAD_CUSTOMER } })],
  due: [
    { work: 'messages.hand_over', table: messageTable, leaves: { texts: 'true' } },
    {
      work: 'scheduled_messages.send',
      table: scheduledMessageTable,
      leaves: { texts: `channel = 'sms'`, emails: `channel = 'email'` },
    },
    { work: 'sandbox.play', table: sandboxOutboxTable },
  ],
  kept: [{ table: sandboxOutboxTable, since: 'handedOverAt', keptMs: 30 * DAY_MS, where: 't.due_at is null' }],
  erases: [messageErasure, scheduledMessageErasure, optOutErasure, sandboxOutboxErasure],
  impersonal: [textsTakenTable, caughtUpTable],
  provides: [
    provide(Messages, PostgresMessages, [Database]),
    provide(CaughtUp, PostgresCaughtUp, [Database]),
    provide(ScheduledMessages, PostgresScheduledMessages, [Database]),
    provide(OptOuts, PostgresOptOuts, [Database, NumberDigests]),
    provide(SandboxOutbox, PostgresSandboxOutbox, [Database]),
    provide(TextingFacts, PostgresTextingFacts, [Database, NumberDigests]),
  ],
});
