import { BEHIND_A_MESSAGE, type ShownMessage, type ThreadMessage } from '../../../domain/messages/message.js';
import type { RecordKind } from '../../storage/records/record-kind.js';
import { selectList } from '../../storage/tables/table.js';
import { messageTable } from './message.table.js';

export const MESSAGE_KIND: RecordKind<ThreadMessage> = {
  table: messageTable,
  select: selectMessage(),
  from: 'messages t join conversations thread on thread.shop_id = t.shop_id and thread.id = t.conversation_id',
};

/** A message without the fields that nobody is shown, for lists. */
export const SHOWN_MESSAGE: Pick<RecordKind<ShownMessage>, 'select' | 'from'> = {
  select: selectMessage(BEHIND_A_MESSAGE),
  from: MESSAGE_KIND.from,
};

/** @param except properties that are not read */
function selectMessage(except: readonly string[] = []): string {
  return `${selectList(messageTable, 't', except)}, thread.channel, thread.customer_id as "customerId"`;
}
