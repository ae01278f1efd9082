import openapiTS, { astToString } from 'openapi-typescript';
import { rowOf } from './table.mjs';

const MADE = '// `npm run client` makes this file from the registry of operations.\n';

/** Prints the types of all inputs, records and events. */
export async function documentSource({ schemas, events }) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop Operations Service API', version: '1' },
    paths: {},
    components: { schemas },
  };
  const types = await openapiTS(document, {
    ...{ rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true },
    // The service fills in what is left out.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return [
    MADE,
    astToString(types),
    `/** An event, as a webhook delivers it. \`type\` tells its data. */\nexport type ShopEvent = ${events.join(' | ')};\n`,
    '/** An event of the feed, which always has its place there. */\n',
    'type Numbered<Event> = Event extends unknown ? Omit<Event, "number"> & { number: number } : never;\n',
    'export type FeedEvent = Numbered<ShopEvent>;\n',
  ].join('');
}

/** Prints the table of operations, the types of their calls, and the tree of methods. */
export function operationsSource({ calls }, codes) {
  const types = [...new Set(calls.flatMap(({ input, item }) => [input, item]).filter(Boolean)), 'FeedEvent'].sort();
  return `${MADE}import type { CallOptions } from './call.js';
import type { ${types.join(', ')} } from './document.js';
import type { Exported } from './exported.js';
import type { ChangesCall, List } from './list.js';
import type { Endpoint } from './outgoing.js';

/** The codes of refusals that the document has. */
export type DocumentedCode = ${codes.map((code) => `'${code}'`).join(' | ')};

/** The input of an operation that takes none. */
type Nothing = Readonly<Record<string, never>>;

export const OPERATIONS: Readonly<Record<string, Endpoint>> = {
${calls.map((call) => `'${call.name}': ${literal(rowOf(call))},`).join('\n')}
};

/** The operations by the names that they have in the document. */
export interface Calls {
${calls.map((call) => `/** ${call.endpoint.operation.summary} */\n'${call.name}': ${typeOf(call)};`).join('\n')}
}

/** The tree of methods. */
export class OperationTree {
${branchesOf(calls, 'declare readonly')}
}
`;
}

function typeOf({ input, isNeeded, item, answer, endpoint }) {
  const given = `input${isNeeded ? '' : '?'}: ${input ?? 'Nothing'}, options?: CallOptions`;
  const listed = answer === 'feed' ? 'FeedEvent' : item;
  if (endpoint.operation.output.tellsChanges && endpoint.surface === 'rest') return `ChangesCall<${input}, ${listed}>`;
  const answers = { record: item, file: 'Response', lines: 'Exported', nothing: 'void' };
  return answers[answer] ? `(${given}) => Promise<${answers[answer]}>` : `(${given}) => List<${listed}, ${input ?? 'Nothing'}>`;
}

/** Prints the methods below a place of the tree: `leads: { create: … }`. */
function branchesOf(calls, declared, depth = 0) {
  return [...grouped(calls, depth)]
    .map(([word, below]) => {
      const [{ name, endpoint }] = below;
      if (name.split('.').length > depth + 1)
        return `${declared} ${camel(word)}: {\n${branchesOf(below, 'readonly', depth + 1)}\n};`;
      const { method, path } = rowOf(below[0]);
      return `/** ${endpoint.operation.summary}: \`${method} ${path}\` */\n${declared} ${camel(word)}: Calls['${name}'];`;
    })
    .join('\n');
}

function grouped(calls, depth) {
  const groups = new Map();
  for (const call of calls) {
    const word = call.name.split('.')[depth];
    groups.set(word, [...(groups.get(word) ?? []), call]);
  }
  return groups;
}

function camel(word) {
  return word.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function literal(value) {
  if (typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${literal(part)}`)
    .join(', ')} }`;
}
