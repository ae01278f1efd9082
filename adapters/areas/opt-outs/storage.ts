import { OptOuts } from '../../../application/areas/opt-outs/opt-outs.js';
import { NumberDigests } from '../../../application/kernel/ports/number-digests.js';
import { provide } from '../../../application/kernel/provide.js';
import { OptOuts1795386804524 } from '../../migrations/1795386804524-opt-outs.js';
import { BlocksOfCustomers1795387304000 } from '../../migrations/1795387304000-blocks-of-customers.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { optOutErasure } from './opt-out.erasure.js';
import { optOutTable } from './opt-out.table.js';
import { PostgresOptOuts } from './postgres-opt-outs.js';

export const optOutsStorage = storage({
  migrations: [OptOuts1795386804524, BlocksOfCustomers1795387304000],
  tables: [optOutTable],
  erases: [optOutErasure],
  provides: [provide(OptOuts, PostgresOptOuts, [Database, NumberDigests])],
});
