import { provide } from '../../../application/provide.js';
import { SERVICES } from '../../../application/services/records.js';
import { Services } from '../../../application/services/services.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { stored } from '../transfer/stored-kinds.js';
import { SERVICE_KIND } from './service.kind.js';
import { serviceTable } from './service.table.js';
import { PostgresServices } from './postgres-services.js';

export const servicesStorage = storage({
  tables: [serviceTable],
  kinds: [stored(SERVICES, SERVICE_KIND)],
  impersonal: [serviceTable],
  provides: [provide(Services, PostgresServices, [Database])],
});
