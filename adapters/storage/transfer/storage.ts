import { Shops } from '../../../application/areas/access/shops.js';
import { Announcer } from '../../../application/kernel/events/announcer.js';
import { Clock, Ids, PublicUrl } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { ExportKind, ExportStore } from '../../../application/transfer/export-kind.js';
import { ImportFile } from '../../../application/transfer/import-file.js';
import { ImportStore } from '../../../application/transfer/import-store.js';
import { Database } from '../database.js';
import { storage } from '../storage.js';
import { importRunTable } from './import-run.table.js';
import { PostgresExportStore } from './postgres-export-store.js';
import { PostgresImportStore } from './postgres-import-store.js';
import { StoredKinds } from './stored-kinds.js';

export const transferStorage = storage({
  tables: [importRunTable],
  impersonal: [importRunTable],
  provides: [
    provide(ImportStore, PostgresImportStore, [Database, StoredKinds, Clock]),
    provide(ExportStore, PostgresExportStore, [Database, StoredKinds]),
    provide(ImportFile, ImportFile, [ImportStore, Shops, Ids, Clock, Announcer, PublicUrl]),
    provide(ExportKind, ExportKind, [ExportStore, Shops]),
  ],
});
