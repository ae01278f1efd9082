import { rm } from 'node:fs/promises';
import { build } from '../../bin/build.mjs';
import { migratedBy } from './database/migrate.mjs';
import { contractOf } from './documents.mjs';

/** Returns the contract of the sources in this checkout, without extensions, and without its database. */
export async function currentContract() {
  build();
  // These are loaded after the build, which makes them.
  const [{ areas }, { registryOf }, { openApiDocument }, { toolsOf }, { CatalogueEventTypes }, { endpointsOf }, { readConfig }] =
    await Promise.all(
      [
        'application/areas/areas.js',
        'application/kernel/registry.js',
        'adapters/http/openapi.js',
        'adapters/mcp/tool.js',
        'adapters/http/openapi/event-schema.js',
        'adapters/http/endpoint.js',
        'infrastructure/settings/config.js',
      ].map((file) => import(`../../dist/${file}`)),
    );
  const registry = registryOf(areas);
  return contractOf({
    openapi: openApiDocument(registry),
    tools: toolsOf(registry.operations),
    events: new CatalogueEventTypes(registry.events).described(),
    endpoints: endpointsOf(registry.operations),
    limits: readConfig({}, false).limits,
  });
}

/**
 * Carries out the migrations of this checkout, and returns its `database` and the `locks` that it takes. Call it after the build.
 * @param released the database of the last release
 * @param databaseUrl an empty database; null: a new embedded database
 */
export async function currentDatabase(released, databaseUrl) {
  const [{ ownDatabase }, { createDataSource }, { schemaOf }, { storages }] = await Promise.all(
    [
      '../bench/world.mjs',
      '../../dist/adapters/areas/data-source.js',
      '../../dist/adapters/areas/schema.js',
      '../../dist/adapters/areas/storages.js',
    ].map((file) => import(file)),
  );
  const own = databaseUrl === null ? await ownDatabase() : null;
  try {
    const dataSource = createDataSource({ url: own?.url ?? databaseUrl, poolSize: 2, ssl: false });
    await dataSource.initialize();
    try {
      return await migratedBy(dataSource, schemaOf(storages).migrations, released);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await own?.stop();
    if (own) await rm(own.dataDir, { recursive: true, force: true });
  }
}
