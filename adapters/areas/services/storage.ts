import { SERVICES, Services } from '../../../application/areas/services/services.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { stored } from '../../storage/transfer/stored-kinds.js';
import { PostgresServices } from './postgres-services.js';
import { SERVICE_KIND, serviceTable } from './service.entity.js';

export const servicesStorage = storage({
  tables: [serviceTable],
  kinds: [stored(SERVICES, SERVICE_KIND)],
  impersonal: [serviceTable],
  provides: [provide(Services, PostgresServices, [Database])],
});
