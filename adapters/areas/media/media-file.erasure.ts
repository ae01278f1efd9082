import type { MediaFileId } from '../../../domain/shared/id.js';
import { deleted, isRowOf, type Eraser } from '../../storage/erasure/eraser.js';
import { callTable } from '../calls/call.table.js';
import { messageTable } from '../messages/message.table.js';
import { mediaFileTable } from './media-file.table.js';

const rows = deleted({
  table: mediaFileTable,
  after: [callTable, messageTable],
  about: ({ rowsOf }, parameter) =>
    `${isRowOf('t.call_id', rowsOf(callTable), parameter)} or ${isRowOf('t.message_id', rowsOf(messageTable), parameter)}`,
});

/**
 * The contents go before the rows that point at them. The rows are locked meanwhile, so a file that lands at this moment finds its
 * row gone, and its content is deleted by the work that has fetched it.
 */
export const mediaFileErasure: Eraser = {
  ...rows,
  erase: async (erasing, ids) => {
    for (const id of ids) await erasing.removeFile(id as MediaFileId); // safe: the ids are those of this table
    return rows.erase(erasing, ids);
  },
};
