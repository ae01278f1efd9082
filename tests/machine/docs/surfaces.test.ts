import { readFile } from 'node:fs/promises';
import { isTool } from '../../../application/kernel/operation/operation.js';
import { endpointsOf, readsBody } from '../../../adapters/http/endpoint.js';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { templateOf } from '../../../adapters/http/openapi/endpoint-names.js';
import { ERROR_CODES } from '../../../domain/shared/errors.js';
import { operations, registry } from '../../support/registry.js';

type Node = Readonly<Record<string, unknown>>;
interface Entry extends Node {
  readonly description: string;
  readonly responses: Readonly<Record<string, Node>>;
}

const document = openApiDocument(registry) as Node & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
};
const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ endpoint: `${method.toUpperCase()} ${path}`, entry })),
);
const TOOLS = new Set(operations.filter(isTool).map(({ name }) => name));
/** The sentence of a capability endpoint that tells as which tool it is available. */
const AS_TOOL = / Also available as the tool `[a-z_.]+` at `\/api\/mcp`\./;

const AREA_WORDS = registry.areas.flatMap(({ name }) => name.split('_').map((word) => word.replace(/s$/, '')));
/** The words that only a tool list may say. Where an area is about tool boxes, the word stands for these. */
const WORDS_OF_TOOLS = ['tool', 'argument'].filter((word) => !AREA_WORDS.includes(word));

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null;

/** The part with everything that it refers to in the place of the references. */
function whole(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(whole);
  if (!isNode(part)) return part;
  const { $ref } = part;
  if (typeof $ref === 'string') return whole(pathIn($ref).reduce<unknown>((at, key) => (at as Node)[key], document));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, whole(value)]));
}

function pathIn($ref: string): readonly string[] {
  return $ref.slice('#/'.length).split('/');
}

/** What an entry says of a call: what it does, without what it needs, and what it takes. */
function askedBy({ description, parameters, requestBody }: Entry): unknown {
  return whole([{ description: description.replace(/\n\n.*/s, '') }, parameters, requestBody]);
}

/** Everything that an entry says of a call and of its success. */
function partsOf(entry: Entry): unknown {
  const { description, responses } = entry;
  const successes = Object.entries(responses).flatMap(([status, response]) => (status < '300' ? [response] : []));
  return [{ description: description.replace(AS_TOOL, '') }, askedBy(entry), whole(successes)];
}

function descriptionsIn(part: unknown): readonly string[] {
  if (!isNode(part)) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

/** The names of fields and parameters in a part. */
function namesIn(part: unknown): readonly string[] {
  if (!isNode(part)) return [];
  const own = [...(typeof part['in'] === 'string' ? [String(part['name'])] : []), ...Object.keys(part['properties'] ?? {})];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}

function valuesIn(part: unknown): readonly unknown[] {
  if (!isNode(part)) return [];
  return [...((part['enum'] ?? []) as unknown[]), ...Object.values(part).flatMap(valuesIn)];
}

const parts = new Map(entries.map(({ endpoint, entry }) => [endpoint, partsOf(entry)]));
const asked = new Map(entries.map(({ endpoint, entry }) => [endpoint, askedBy(entry)]));
const names = new Map([...parts].map(([endpoint, own]) => [endpoint, new Set([...namesIn(own), ...valuesIn(own)])]));
const everyName = new Set([...names.values()].flatMap((own) => [...own]));

/** What the descriptions of all endpoints say wrongly, each after its endpoint. */
const wrong = (judge: (text: string, endpoint: string) => readonly string[], said = parts): string[] =>
  [...said].flatMap(([endpoint, own]) =>
    descriptionsIn(own).flatMap((text) => judge(text, endpoint).map((found) => `${endpoint}: ${found}: ${text}`)),
  );

test('no description of the document names a tool, or speaks of tools and their arguments', () => {
  expect(parts.size).toBeGreaterThan(80);
  expect(wrong((text) => (text.match(/\b[a-z_]+\.[a-z_]+\b/g) ?? []).filter((name) => TOOLS.has(name)))).toEqual([]);
  expect(wrong((text) => text.match(new RegExp(`\\b(?:${WORDS_OF_TOOLS.join('|')})s?\\b`, 'gi')) ?? [])).toEqual([]);
});

test('each parameter has a description', () => {
  const silent = entries.flatMap(({ endpoint, entry }) =>
    (whole(entry['parameters'] ?? []) as readonly Node[]).flatMap(({ name, description }) =>
      description === undefined ? [`${endpoint}: ${String(name)}`] : [],
    ),
  );
  expect(silent).toEqual([]);
});

test('each body that is read is declared, also one without fields', () => {
  const read = endpointsOf(operations).filter((endpoint) => readsBody(endpoint) && endpoint.method !== 'DELETE');
  const silent = read.filter(({ method, path }) => !document.paths[templateOf(path)]?.[method.toLowerCase()]?.['requestBody']);
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('each list is called by its resource, and each endpoint has the tag of its resource', () => {
  const lists = endpointsOf(operations).filter(
    ({ method, path, operation }) => method === 'GET' && operation.output.shape !== 'one' && /^\/[^/]+$/.test(path),
  );
  const misnamed = lists.filter(({ path, operationId }) => operationId !== `${path.slice(1).replaceAll('-', '_')}.list`);
  expect(misnamed.map(({ path, operationId }) => `${path}: ${operationId}`)).toEqual([]);
  const areas = new Set(registry.areas.map(({ name }) => name));
  const mistagged = entries.filter(({ endpoint, entry }) => {
    const resource = (endpoint.split('/')[1] ?? '').replaceAll('-', '_');
    return areas.has(resource) && JSON.stringify(entry['tags']) !== JSON.stringify([resource]);
  });
  expect(mistagged.map(({ endpoint }) => endpoint)).toEqual([]);
});

test('each endpoint that a description names is in the document', () => {
  const named = (text: string): readonly string[] => text.match(/(?<=`)(?:GET|POST|PATCH|PUT|DELETE) \/[^`]*(?=`)/g) ?? [];
  expect(wrong((text) => named(text).filter((endpoint) => !parts.has(endpoint)))).toEqual([]);
  expect([...parts.values()].flatMap(descriptionsIn).flatMap(named)).toContain('POST /tasks/assignees');
});

test('each field that a description names is one of this endpoint, or of an endpoint in the same sentence', () => {
  const unknown = (sentence: string, endpoint: string): readonly string[] => {
    const quoted = [...sentence.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
    const known = [endpoint, ...quoted].map((one) => names.get(one) ?? new Set());
    return quoted.filter((one) => everyName.has(one) && !known.some((own) => own.has(one)));
  };
  expect(wrong((text, endpoint) => text.split(/(?<=[.;:]) /).flatMap((one) => unknown(one, endpoint)), asked)).toEqual([]);
});

test('each error and status that a description names is one of the answers of its endpoint', () => {
  const unanswered = entries.flatMap(({ endpoint, entry: { description, responses } }) => {
    const statuses = (description.match(/\b[2-5]\d\d\b(?! hours)/g) ?? []).filter((status) => !(status in responses));
    const codes = ERROR_CODES.filter((code) => description.includes(`\`${code}\``));
    const answered = JSON.stringify(whole(responses));
    return [...statuses, ...codes.filter((code) => !answered.includes(`"${code}"`))].map((found) => `${endpoint}: ${found}`);
  });
  expect(unanswered).toEqual([]);
});

test('a list says of its query what an id does that is no UUID', () => {
  const said = entries.filter(({ endpoint }) => endpoint.startsWith('GET ')).map(({ entry }) => entry.description);
  expect(said.filter((description) => description.includes('Refuses an id that is not a UUID'))).toEqual([]);
  expect(said.filter((description) => description.includes('An id that is unknown or not a UUID matches nothing.'))).not.toEqual(
    [],
  );
});

it('the areas that the page for assistants names as examples have tools', async () => {
  const page = await readFile('docs/connecting-an-assistant.md', 'utf8');
  const [, sentence = ''] = /`\?sections=all` lists everything; ([^.]*) can also be\s+named alone/.exec(page) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, area = '']) => area);
  const areas = new Set([...TOOLS].map((name) => name.slice(0, name.indexOf('.'))));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((area) => !areas.has(area))).toEqual([]);
});
