import { build } from '../bin/build.mjs';
import { contractOf } from './documents.mjs';

/** Returns the contract of the sources in this checkout, without extensions. It needs no database. */
export async function currentContract() {
  build();
  // These are loaded after the build, which makes them.
  const [{ areas }, { registryOf }, { openApiDocument }, { toolsOf }, { CatalogueEventTypes }, { endpointsOf }, { readConfig }] =
    await Promise.all(
      [
        'application/areas.js',
        'application/registry.js',
        'adapters/http/openapi.js',
        'adapters/json-rpc/tool.js',
        'adapters/http/openapi/catalogue-event-types.js',
        'adapters/http/endpoint.js',
        'infrastructure/settings/config.js',
      ].map((file) => import(`../dist/${file}`)),
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
