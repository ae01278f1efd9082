/** Keywords that tell people or programs nothing that a client can rely on. */
const WORDS = new Set(['description', 'title', 'summary', 'example', 'examples', '$comment']);
/** Lists in which the order says nothing. They are sorted, so that a file differs only where the contract differs. */
const SETS = new Set(['enum', 'required', 'type']);

/**
 * Returns the contract: the parts of the service's documents that a client can rely on. `openapi` is the OpenAPI document without
 * its words and without its webhooks, because `events` has these. Each endpoint also says what a key needs, and the document says
 * how many calls a key has, because the published document has both only in sentences. `tools` keeps its descriptions, because a
 * model chooses a tool by them.
 * @param sources `openapi` and `tools` as the service serves them, `events` as GET /event-types lists them, `endpoints` and
 *   `limits` as the service has them
 */
export function contractOf({ openapi, tools, events, endpoints, limits }) {
  const access = new Map(endpoints.map((endpoint) => [placeOf(endpoint), accessAt(endpoint)]));
  const { requests, readBudget, writeBudget } = limits;
  return sorted({
    openapi: { ...restOf(openapi, access), 'x-limits': { requests, readBudget, writeBudget } },
    tools: Object.fromEntries(tools.map(({ operation, description }) => [description.name, toolOf(description, operation)])),
    events: Object.fromEntries(events.map(({ type, schema }) => [type, schemaOf(schema)])),
  });
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function restOf({ openapi, info, servers, security, paths, components }, access) {
  const kept = Object.entries(paths).map(([path, item]) => [path, mapped(pick(item, METHODS), endpointOf)]);
  for (const [path, item] of kept) {
    for (const method of Object.keys(item)) {
      const needs = access.get(`${method.toUpperCase()} ${path}`);
      if (needs) item[method]['x-access'] = needs;
    }
  }
  const rest = {
    paths: Object.fromEntries(kept),
    components: {
      headers: mapped(components.headers, parameterOf),
      parameters: mapped(components.parameters, parameterOf),
      responses: mapped(components.responses, answerOf),
      schemas: mapped(components.schemas, schemaOf),
      securitySchemes: mapped(components.securitySchemes, (scheme) => without(scheme, WORDS)),
    },
  };
  const used = { ...rest, components: usedIn(rest) };
  return { openapi, info: pick(info, ['title', 'version']), servers: servers.map(({ url }) => ({ url })), security, ...used };
}

function endpointOf({ parameters, requestBody, responses, ...endpoint }) {
  return {
    ...pick(endpoint, ['operationId', 'deprecated', 'security']),
    ...(parameters && { parameters: parameters.map(parameterOf).sort(byText) }),
    ...(requestBody && { requestBody: { ...pick(requestBody, ['required']), content: contentOf(requestBody.content) } }),
    responses: mapped(responses, answerOf),
  };
}

function parameterOf(parameter) {
  if (parameter.$ref) return parameter;
  return { ...pick(parameter, ['name', 'in', 'required', 'deprecated']), schema: schemaOf(parameter.schema) };
}

function answerOf({ $ref, headers, content }) {
  if ($ref) return { $ref };
  return { ...(headers && { headers: mapped(headers, parameterOf) }), ...(content && { content: contentOf(content) }) };
}

function contentOf(content) {
  return mapped(content, ({ schema }) => (schema ? { schema: schemaOf(schema) } : {}));
}

/** A schema without its words. A property may have the name of a keyword, so names of properties are never left out. */
function schemaOf(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(schemaOf);
  return Object.fromEntries(
    Object.entries(without(schema, WORDS)).map(([keyword, value]) => {
      if (keyword === 'properties' || keyword === '$defs') return [keyword, mapped(value, schemaOf)];
      return [keyword, ['enum', 'const', 'default'].includes(keyword) ? value : schemaOf(value)];
    }),
  );
}

function toolOf({ name: _, ...description }, operation) {
  return { ...description, access: accessOf(operation) };
}

function placeOf({ method, path }) {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/** A key's grants count only for capability endpoints and tools. */
function accessAt({ surface, operation }) {
  return surface === 'rest' ? { scope: operation.scope } : accessOf(operation);
}

function accessOf({ scope, capability: { permission, budget, feature } }) {
  return { scope, section: permission, budget, ...(feature && { feature }) };
}

/** The components that the paths refer to, directly or through other components. */
function usedIn({ paths, components }) {
  const used = new Set();
  const visit = (part) => {
    for (const [, group, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used.has(`${group}/${name}`)) continue;
      used.add(`${group}/${name}`);
      visit(components[group][name]);
    }
  };
  visit(paths);
  const isUsed = (group, name) => group === 'securitySchemes' || used.has(`${group}/${name}`);
  return Object.fromEntries(
    Object.entries(components).map(([group, parts]) => [group, keep(parts, (name) => isUsed(group, name))]),
  );
}

/** Sorts the keys of all objects, and the lists that are sets. */
function sorted(value, key = '') {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item));
    return SETS.has(key) && items.every((item) => typeof item !== 'object' || item === null) ? items.sort(byText) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name], name)]),
  );
}

function byText(one, other) {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function mapped(object = {}, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function keep(object, test) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => test(name)));
}

function pick(object, names) {
  return keep(object, (name) => names.includes(name));
}

function without(object, names) {
  return keep(object, (name) => !names.has(name));
}
