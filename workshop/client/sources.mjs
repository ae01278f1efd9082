import { format, resolveConfig } from 'prettier';
import { built } from './built.mjs';
import { documentSource, operationsSource } from './print.mjs';
import { shownSchemas } from './schemas.mjs';
import { callsOf } from './table.mjs';

const [{ areas }, { registryOf }, { openApiDocument }, { endpointsOf }, { ERROR_CODES }] = await Promise.all(
  [
    'application/areas/areas.js',
    'application/kernel/registry.js',
    'adapters/http/openapi.js',
    'adapters/http/endpoint.js',
    'domain/shared/errors.js',
  ].map(built),
);

/** Returns the sources of client/ that are made from the registry, by their files. */
export async function madeSources() {
  const registry = registryOf(areas);
  const shown = shownSchemas(openApiDocument(registry), callsOf(endpointsOf(registry.operations)));
  const operations = 'client/source/operations.ts';
  const style = { ...(await resolveConfig(operations)), filepath: operations };
  return {
    'client/source/document.ts': await documentSource(shown),
    [operations]: await format(operationsSource(shown, ERROR_CODES), style),
  };
}
