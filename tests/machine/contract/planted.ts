import { endpointsOf } from '../../../adapters/http/endpoint.js';
import { CatalogueEventTypes } from '../../../adapters/http/openapi/event-schema.js';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { toolsOf } from '../../../adapters/mcp/tool.js';
import type { Operation } from '../../../application/kernel/operation/operation.js';
import { readConfig } from '../../../infrastructure/settings/config.js';
import { registry } from '../../support/registry.js';

export interface Contract {
  readonly openapi: Part;
  readonly tools: Part;
  readonly events: Part;
  readonly exports: Part;
}
export type Part = Record<string, unknown>;
export interface Changes {
  readonly breaks: readonly string[];
  readonly additions: readonly string[];
}
export type Root = Readonly<Record<string, unknown>>;
interface Walk {
  readonly before: Root;
  readonly after: Root;
  readonly direction: 'input' | 'answer';
  readonly subject: (path: readonly string[]) => string;
}
interface Scripts {
  readonly schemaChanges: (
    before: unknown,
    after: unknown,
    walk: Walk,
  ) => { readonly breaking: boolean; readonly text: string }[];
  readonly contractOf: (sources: object) => Omit<Contract, 'exports'>;
  readonly exportsOf: (root: string) => Part;
  readonly WHOLE_MODULES: readonly string[];
  readonly compare: (before: Contract, after: Contract) => Changes;
}

const folder = new URL('../../../workshop/contract/', import.meta.url).href;
// The casts are safe: the scripts have no types, but export these functions.
export const { schemaChanges } = (await import(`${folder}compare/schema.mjs`)) as Pick<Scripts, 'schemaChanges'>;
const { contractOf } = (await import(`${folder}documents.mjs`)) as Pick<Scripts, 'contractOf'>;
export const { exportsOf, WHOLE_MODULES } = (await import(`${folder}exports.mjs`)) as Pick<
  Scripts,
  'exportsOf' | 'WHOLE_MODULES'
>;
export const { compare } = (await import(`${folder}compare.mjs`)) as Pick<Scripts, 'compare'>;

/** The contract of the code that is tested, with these operations. */
export function contractOfOperations(all: readonly Operation[]): Contract {
  const contract = contractOf({
    openapi: openApiDocument({ ...registry, operations: all }),
    tools: toolsOf(all),
    events: new CatalogueEventTypes(registry.events).described(),
    endpoints: endpointsOf(all),
    limits: readConfig({}, false).limits,
  });
  return { ...contract, exports: {} };
}

export const real = contractOfOperations(registry.operations);

const FEW = [
  'leads.search',
  'leads.create',
  'leads.get',
  'leads.update',
  'services.get',
  'tasks.list',
  'tasks.create',
  'webhooks.create',
];
const part = contractOfOperations(registry.operations.filter(({ name }) => FEW.includes(name)));

/** A part of the real contract, so that a new operation does not change the lines that the tests expect. */
export const few: Contract = {
  openapi: {
    ...part.openapi,
    paths: chosen(partAt(part.openapi, 'paths'), [
      '/leads',
      '/leads/{id}',
      '/services/{id}',
      '/tasks/list',
      '/webhooks',
      '/openapi.json',
    ]),
  },
  tools: chosen(part.tools, ['tasks.create', 'tasks.list']),
  events: chosen(part.events, ['lead.created', 'job.stage_changed']),
  exports: {},
};

function chosen(parts: Part, names: readonly string[]): Part {
  return Object.fromEntries(names.map((name) => [name, partAt(parts, name)]));
}

/** Changes a contract at a place: `openapi > paths > /leads > post`. */
export type Change = (contract: Contract) => void;

export function set(place: string, value: unknown): Change {
  return (contract) => {
    const { parent, name } = found(contract, place);
    parent[name] = value;
  };
}

export function drop(place: string): Change {
  return (contract) => {
    const { parent, name } = found(contract, place);
    if (!(name in parent)) throw new Error(`the contract has no ${place}`);
    Reflect.deleteProperty(parent, name);
  };
}

/** Gives a part another name. */
export function rename(place: string, other: string): Change {
  return (contract) => {
    const { parent, name } = found(contract, place);
    set([...place.split(' > ').slice(0, -1), other].join(' > '), parent[name])(contract);
    drop(place)(contract);
  };
}

/** Puts a value into a list. */
export function add(place: string, value: unknown): Change {
  return (contract) => {
    const { parent, name } = found(contract, place);
    parent[name] = [...((parent[name] ?? []) as unknown[]), value]; // safe: the tests name only lists
  };
}

/** Takes the members of a list away for which the test is true. */
export function take(place: string, test: (member: unknown) => boolean): Change {
  return (contract) => {
    const { parent, name } = found(contract, place);
    const list = parent[name] as unknown[]; // safe: the tests name only lists
    parent[name] = list.filter((member) => !test(member));
    if (list.length === (parent[name] as unknown[]).length) throw new Error(`nothing was taken from ${place}`);
  };
}

/** A copy of a contract with some changes. */
export function planted(contract: Contract, changes: readonly Change[]): Contract {
  const copy = structuredClone(contract);
  for (const change of changes) change(copy);
  return copy;
}

function found(contract: Contract, place: string): { parent: Part; name: string } {
  const steps = place.split(' > ');
  const name = steps.pop() ?? '';
  return { parent: steps.reduce<Part>((at, step) => partAt(at, step), { ...contract }), name };
}

function partAt(parent: Part, name: string): Part {
  const part = parent[name];
  if (typeof part !== 'object' || part === null) throw new Error(`the contract has no ${name}`);
  return part as Part; // safe: an object of a JSON document
}

/** A change, the lines that it causes, and the lines that its reversal causes. A line of a break begins with BREAK. */
export type Case = readonly [title: string, changes: readonly Change[], forth: readonly string[], back: readonly string[]];

export function testEach(cases: readonly Case[]): void {
  it.each(cases)('%s', (_, changes, forth, back) => {
    const after = planted(few, changes);
    expect(lines(compare(few, after))).toEqual(forth);
    expect(lines(compare(after, few))).toEqual(back);
  });
}

/** The lines of a comparison, in which each break is marked. */
export function lines({ breaks, additions }: Changes): string[] {
  return [...breaks.map((line) => `BREAK ${line}`), ...additions];
}
