import { CALLS } from '../../../application/calls/records.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { callTable } from './call.table.js';

export const callsStorage = storage({
  tables: [callTable],
  kinds: [stored(CALLS, { table: callTable })],
});
