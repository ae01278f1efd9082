import { Snapshots } from '../../../application/areas/exports/snapshots.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresSnapshots } from './postgres-snapshots.js';

export const exportsStorage = storage({ provides: [provide(Snapshots, PostgresSnapshots, [Database])] });
