import { Shops } from '../../../application/access/shops.js';
import { ExportKind } from '../../../application/export/export-kind.js';
import { ExportStore } from '../../../application/export/export-store.js';
import { Announcer } from '../../../application/events/announcer.js';
import { ImportFile } from '../../../application/import/import-file.js';
import { ImportStore } from '../../../application/import/import-store.js';
import { Clock } from '../../../application/ports/clock.js';
import { Ids } from '../../../application/ports/ids.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { PostgresExportStore } from './postgres-export-store.js';
import { storage } from '../storage.js';
import { StoredKinds } from './stored-kinds.js';
import { importRunTable } from './import-run.table.js';
import { PostgresImportStore } from './postgres-import-store.js';

export const transferStorage = storage({
  tables: [importRunTable],
  impersonal: [importRunTable],
  provides: [
    provide(ImportStore, PostgresImportStore, [Database, StoredKinds, Clock]),
    provide(ExportStore, PostgresExportStore, [Database, StoredKinds]),
    provide(ImportFile, ImportFile, [ImportStore, Shops, Ids, Clock, Announcer]),
    provide(ExportKind, ExportKind, [ExportStore, Shops]),
  ],
});
