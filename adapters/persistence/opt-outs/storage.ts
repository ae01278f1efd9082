import { OptOuts } from '../../../application/opt-outs/opt-outs.js';
import { NumberDigests } from '../../../application/ports/number-digests.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { OptOuts1795386804524 } from './1795386804524-opt-outs.js';
import { BlocksOfCustomers1795387304000 } from './1795387304000-blocks-of-customers.js';
import { optOutTable } from './opt-out.table.js';
import { PostgresOptOuts } from './postgres-opt-outs.js';
import { optOutErasure } from './opt-out.erasure.js';

export const optOutsStorage = storage({
  migrations: [OptOuts1795386804524, BlocksOfCustomers1795387304000],
  tables: [optOutTable],
  erases: [optOutErasure],
  provides: [provide(OptOuts, PostgresOptOuts, [Database, NumberDigests])],
});
