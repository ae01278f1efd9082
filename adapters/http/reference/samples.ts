import { quoted } from '../../shell-text.js';
import { NO_KEY } from '../connect/connection.js';
import type { ClientCall } from './client-calls.js';

/** The text in place of an address that is not known. The page's script puts its own in. */
export const NO_ADDRESS = 'https://YOUR_ADDRESS';

/** A call of an endpoint, with the example's values. */
export interface SampleCall {
  readonly method: string;
  /** with the base and the values of the path */
  readonly path: string;
  readonly query: SampleValues;
  /** null: the endpoint reads no body */
  readonly body: SampleValues | null;
  /** the values of the path by their names */
  readonly place: SampleValues;
}

export type SampleValues = Readonly<Record<string, unknown>>;

const AUTHORIZED = `-H 'Authorization: Bearer ${NO_KEY}'`;

export function curlOf(call: SampleCall): string {
  const { method, body } = call;
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `;
  const data = body === null ? '' : ` \\\n  -d ${quoted(json(body))}`;
  return `curl -s ${verb}${quoted(NO_ADDRESS + pathOf(call))} \\\n  ${AUTHORIZED}${data}`;
}

/** The path with its query. */
export function pathOf({ path, query }: SampleCall): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

export function clientCodeOf({ method, names, answers }: ClientCall, { place, query, body }: SampleCall): string {
  const input = Object.entries({ ...place, ...query, ...body }).map(([name, value]) => [names[name] ?? name, value] as const);
  const call = `shop.${method}(${input.length > 0 ? literal(Object.fromEntries(input)) : ''})`;
  return [
    `import { ShopOperations } from 'shop-operations-client';`,
    '',
    `const shop = new ShopOperations({ baseUrl: '${NO_ADDRESS}/api/v1', key: '${NO_KEY}' });`,
    CODE[answers](call),
  ].join('\n');
}

const CODE: Readonly<Record<ClientCall['answers'], (call: string) => string>> = {
  one: (call) => `console.log(await ${call});`,
  list: (call) => `const { items } = await ${call}.page();\nconsole.log(items);`,
  nothing: (call) => `await ${call};`,
  lines: (call) => `for await (const record of await ${call}) console.log(record);`,
  file: (call) => `const file = await ${call};\nconsole.log(file.headers.get('content-type'));`,
};

export function toolCallOf(name: string, call: SampleValues): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: call } };
  return `curl -s ${quoted(`${NO_ADDRESS}/api/mcp`)} \\\n  ${AUTHORIZED} \\\n  -d ${quoted(json(message))}`;
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A value as JavaScript is written: names without quotes, texts in single ones. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replaceAll("'", String.raw`\'`)}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${/^\w+$/.test(name) ? name : literal(name)}: ${literal(one, inner)}`);
  if (parts.length === 0) return opening + closing;
  return `${opening}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${closing}`;
}
