import { createDataSource } from './adapters/areas/data-source.js';

/** The configuration of TypeORM's own command line. The service reads its settings in infrastructure/settings/config.ts. */
export default createDataSource({
  url: process.env['DATABASE_URL'] ?? 'postgres://localhost/shop_operations',
  poolSize: 2,
  ssl: process.env['DATABASE_SSL'] === 'on',
});
