import type { DataSource } from 'typeorm';

/**
 * The identity of a database: the same for all instances that use it, at whatever address they reach it. A database that was
 * restored from a dump has another one, a copy of the server's files has the same.
 */
export async function databaseIdentity(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<[{ server: string; database: number }]>(
    `select system_identifier::text as server, (select oid::int8 from pg_database where datname = current_database()) as database
     from pg_control_system()`,
  );
  return `${row.server}-${row.database}`;
}
