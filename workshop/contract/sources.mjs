import { fileURLToPath } from 'node:url';
import { build } from '../../bin/build.mjs';
import { atEnd, openFolder } from '../harness/ending.mjs';
import { migratedBy } from './database/migrate.mjs';
import { contractOf } from './documents.mjs';
import { exportsOf } from './exports.mjs';

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
      ].map(built),
    );
  const registry = registryOf(areas);
  const contract = contractOf({
    openapi: openApiDocument(registry),
    tools: toolsOf(registry.operations),
    events: new CatalogueEventTypes(registry.events).described(),
    endpoints: endpointsOf(registry.operations),
    limits: readConfig({}, false).limits,
  });
  return { ...contract, exports: exportsOf(fileURLToPath(new URL('../..', import.meta.url))) };
}

/**
 * Carries out the migrations of this checkout, and returns its `database` and the `locks` that it takes. Call it after the build.
 * @param released the database of the last release
 * @param given the address of an empty database; null: a new embedded database
 */
export async function currentDatabase(released, given) {
  const [{ ownEmbeddedPostgres }, { createDataSource }, { schemaOf }, { storages }] = await Promise.all(
    [
      'infrastructure/embedded-postgres/embedded-postgres.js',
      'adapters/areas/data-source.js',
      'adapters/areas/schema.js',
      'adapters/areas/storages.js',
    ].map(built),
  );
  const own = given === null ? await ownEmbeddedPostgres(await openFolder()) : { url: given, stop: () => undefined };
  atEnd(own.stop);
  const dataSource = createDataSource({ url: own.url, poolSize: 2, ssl: false });
  atEnd(() => dataSource.destroy());
  await dataSource.initialize();
  return migratedBy(dataSource, schemaOf(storages).migrations, released);
}

function built(file) {
  return import(`../../dist/${file}`);
}
