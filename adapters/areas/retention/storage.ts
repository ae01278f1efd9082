import { ExpiredRecords } from '../../../application/areas/retention/expired-records.js';
import { provide } from '../../../application/kernel/provide.js';
import { Retention1795898600000 } from '../../migrations/1795898600000-retention.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresExpiredRecords } from './postgres-expired-records.js';

export const retentionStorage = storage({
  migrations: [Retention1795898600000],
  provides: [provide(ExpiredRecords, PostgresExpiredRecords, [Database])],
});
