import { openDataSource } from '../../adapters/areas/data-source.js';
import { tableNames } from '../../adapters/storage/storage.js';
import { grantTo } from '../../infrastructure/database/service-role.js';
import { Assembly } from '../../infrastructure/extensions/assembly.js';
import { onEveryServer, serverUrl, workerUrls } from './postgres.js';

/**
 * The address at which a service of the tests opens its database. With TEST_SERVICE_ROLE=least this is a role that owns nothing, as
 * an operator makes it, unless the address has a role of its own; otherwise it is the given address. Empty: the embedded server.
 */
export function addressOfService(databaseUrl: string, assembly = new Assembly()): Promise<string> {
  if (databaseUrl === '' || process.env['TEST_SERVICE_ROLE'] !== 'least') return Promise.resolve(databaseUrl);
  const isOwner = new URL(databaseUrl).username === new URL(serverUrl()).username;
  return isOwner ? asRole('service_of_tests', databaseUrl, assembly) : Promise.resolve(databaseUrl);
}

/** Makes a role that may run the service on a database, and returns the address with this role. */
export async function asRole(role: string, databaseUrl: string, assembly = new Assembly()): Promise<string> {
  await onEveryServer(async (client) => {
    // Test files run at the same time. The lock lets them make the role one after the other.
    await client.query('select pg_advisory_lock(71406, 2)');
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role} login password '${role}'`);
  });
  const owner = await openDataSource({
    url: databaseUrl,
    poolSize: 2,
    ssl: false,
    isCitus: workerUrls().length > 0,
    schema: assembly.schema,
  });
  await grantTo(owner, role, tableNames(assembly.storages));
  await owner.destroy();
  return Object.assign(new URL(databaseUrl), { username: role, password: role }).href;
}
