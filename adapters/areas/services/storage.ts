import { SERVICES } from '../../../application/areas/services/records.js';
import { Services } from '../../../application/areas/services/services.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresServices } from './postgres-services.js';
import { SERVICE_KIND } from './service.kind.js';
import { serviceTable } from './service.table.js';

export const servicesStorage = storage({
  tables: [serviceTable],
  kinds: [stored(SERVICES, SERVICE_KIND)],
  impersonal: [serviceTable],
  provides: [provide(Services, PostgresServices, [Database])],
});
