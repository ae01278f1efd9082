import { createDataSource } from './adapters/persistence/schema/data-source.js';

/** For TypeORM's own command line; the service's settings are read in infrastructure/settings/config.ts. */
export default createDataSource({
  url: process.env['DATABASE_URL'] ?? 'postgres://localhost/shop_operations',
  poolSize: 2,
  ssl: process.env['DATABASE_SSL'] === 'on',
});
