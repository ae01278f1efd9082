/** The members of a document on which no client can rely. */
const WORDS = new Set(['description', 'title', 'summary', 'tags', 'example', 'examples', '$comment']);
/** The parts of a schema whose members have names of the service, which may be the words above. */
const NAMED = ['properties', '$defs'];
/** The parts of a schema that are values, which may have members with these names. */
const VALUES = ['enum', 'const', 'default'];
/** Lists in which the order says nothing. They are sorted, so that a file differs only where the contract differs. */
const SETS = new Set(['enum', 'required', 'type', 'parameters']);

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
    events: Object.fromEntries(events.map(({ type, schema }) => [type, bare(schema)])),
  });
}

function restOf({ openapi, info: { title, version }, servers, security, paths: published, components }, access) {
  const paths = bare(published);
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, endpoint] of Object.entries(item)) {
      const needs = access.get(`${method.toUpperCase()} ${path}`);
      if (needs) endpoint['x-access'] = needs;
    }
  }
  const addresses = servers.map(({ url }) => ({ url }));
  return { openapi, info: { title, version }, servers: addresses, security, paths, components: usedIn(paths, bare(components)) };
}

/** A part of a document without its words. */
function bare(part, isNamed = false) {
  if (Array.isArray(part)) return part.map((item) => bare(item));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([name]) => isNamed || !WORDS.has(name));
  const within = ([name, value]) => (!isNamed && VALUES.includes(name) ? value : bare(value, !isNamed && NAMED.includes(name)));
  return Object.fromEntries(kept.map((entry) => [entry[0], within(entry)]));
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
function usedIn(paths, components) {
  const used = { securitySchemes: components.securitySchemes };
  const visit = (part) => {
    for (const [, group, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (used[group]?.[name]) continue;
      used[group] = { ...used[group], [name]: components[group][name] };
      visit(components[group][name]);
    }
  };
  visit(paths);
  return used;
}

/** Sorts the keys of all objects, and the lists that are sets. */
function sorted(value, key = '') {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item));
    return SETS.has(key) ? items.sort(byText) : items;
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
