import { areaOf } from '../../application/kernel/area.js';
import type { Registry } from '../../application/kernel/registry.js';
import { ERROR_CODES } from '../../domain/shared/errors.js';
import { endpointsOf, type OperationEndpoint } from './endpoint.js';
import { EndpointNames, templateOf } from './openapi/endpoint-names.js';
import { Components, entryOf, type Part } from './openapi/entry.js';
import { webhooksOf } from './openapi/event-schema.js';
import { IF_NONE_MATCH_HEADER } from './openapi/parameters.js';
import { ERROR_WORDS, refusals } from './openapi/refusals.js';
import { notModified } from './openapi/success.js';
import { STATUS_OF } from './refusal.js';

/** The parts of the registry that the document shows. */
export type Documented = Pick<Registry, 'areas' | 'operations' | 'events'>;

const documents = new WeakMap<Documented, object>();

/**
 * OpenAPI 3.1 for all paths below `/api/v1`, and for all events, computed from the registry. It is
 * computed once for each registry, because nothing else changes it. Nobody may change the returned object.
 */
export function openApiDocument(registry: Documented): object {
  const document = documents.get(registry) ?? documentOf(registry);
  documents.set(registry, document);
  return document;
}

function documentOf({ areas, operations, events }: Documented): object {
  const components = new Components();
  const paths: Record<string, Record<string, Part>> = {};
  const tags: string[] = [];
  for (const endpoint of endpointsOf(operations)) {
    const [path, tag] = [templateOf(endpoint.path), tagOf(areas, endpoint)];
    tags.push(tag);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: entryOf(components, endpoint, tag) };
  }
  paths['/openapi.json'] = { get: ownEntry(components) };
  const webhooks = webhooksOf(components, events.published);
  return new EndpointNames(operations).in({
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/api/v1', description: 'This service' }],
    security: [{ bearer: [] }],
    tags: [...tagsOf(areas, tags), { name: 'document', description: 'This document.' }],
    paths,
    webhooks,
    components: { securitySchemes: { bearer: BEARER }, ...components.toObject() },
  });
}

/** The tag of an endpoint: its resource, which is the first part of its path, or else the area of its operation. */
export function tagOf(areas: Documented['areas'], { path, operation }: OperationEndpoint): string {
  const resource = (path.split('/')[1] ?? '').replaceAll('-', '_');
  return areas.some(({ name }) => name === resource) ? resource : areaOf(operation.name);
}

/** The tags of the document. Operations that a test adds may have areas that the registry does not have. */
function tagsOf(areas: Documented['areas'], used: readonly string[]): Part[] {
  const known = new Map(areas.map(({ name, about }) => [name, about]));
  return [...new Set(used)].map((name) => ({ name, description: known.get(name) ?? `The operations \`${name}.*\`.` }));
}

function ownEntry(components: Components): Part {
  return {
    operationId: 'openapi.read',
    tags: ['document'],
    summary: 'Read this document',
    description: 'The OpenAPI 3.1 document of all REST and capability endpoints. Needs no key.',
    security: [],
    parameters: [components.refer('parameters', 'IfNoneMatch', IF_NONE_MATCH_HEADER)],
    responses: {
      200: {
        description: 'The document, compressed by gzip where the request accepts that.',
        headers: components.headers(['X-Request-Id', 'ETag']),
        content: { 'application/json': { schema: DOCUMENT } },
      },
      304: notModified(components),
      ...refusals(components, ['precondition_failed', 'headers_too_large']),
    },
  };
}

const DOCUMENT = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string', const: '3.1.0' }, info: { type: 'object' }, paths: { type: 'object' } },
};

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'sk_shop_…',
  description: 'An API key of one shop, minted with scope `read` or `full`.',
};

export const INFO = {
  title: 'Shop Operations Service API',
  version: '1.0.0',
  summary: 'The back end of one vehicle-service shop.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Every key is bound to one shop, and every record read or written belongs to it. Success is `{data}`, lists add `meta`; ' +
      'every error is `{error: {code, message}}`. Times are ISO 8601 in UTC.',
    'Unknown query parameters and body fields are ignored, except a name that another operation has for what is meant: that is ' +
      'refused, with the right one. `Prefer: handling=strict` refuses every unknown name.',
    'Capability endpoints are POST endpoints that wrap one named operation; the same operations are tools at `/api/mcp`.',
    'The `webhooks` are the events that the service announces. `POST /webhooks` subscribes to them, and `GET /events` lists them.',
    '## Errors',
    ['| Status | Code | When |', '|---|---|---|', ...ERROR_CODES.map(errorRow)].join('\n'),
  ].join('\n\n'),
};

function errorRow(code: (typeof ERROR_CODES)[number]): string {
  return `| ${STATUS_OF[code]} | \`${code}\` | ${ERROR_WORDS[code].when} |`;
}
