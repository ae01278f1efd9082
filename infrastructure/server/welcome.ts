import { quoted } from '../../adapters/shell-text.js';
import type { StartedDemo } from '../demo-data/demo-start.js';
import type { RunningService } from '../modules/service.js';

export interface Addresses {
  readonly base_url: string;
  readonly docs_url: string;
  readonly mcp_url: string;
}

/**
 * Each address that means all network interfaces, with the address that a client on this machine calls instead. A server can
 * listen on such an address, but not every client can call it.
 */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL at which a program on this machine reaches the service. */
export function localUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function addressesAt(base: string): Addresses {
  return { base_url: base, docs_url: `${base}/docs`, mcp_url: `${base}/api/mcp` };
}

/** The text on stdout after the service has started: its addresses, and commands to paste. */
export function welcome({ role, url, demo, silent }: Pick<RunningService, 'role' | 'url' | 'demo' | 'silent'>): string {
  const silence = silent === null ? [] : ['', `Silent: no text, e-mail or webhook leaves until shop-ops wake (${silent})`];
  if (role === 'worker')
    return `\n${[`Health    ${url}/readyz`, `Metrics   ${url}/metrics`, ...silence].map(indented).join('\n')}\n\n`;
  const { base_url, docs_url, mcp_url } = addressesAt(url);
  const addresses = [`Base URL  ${base_url}`, `Docs page ${docs_url}`, `MCP       ${mcp_url}`];
  return `\n${[...addresses, ...silence, ...(demo ? aboutDemo(url, demo) : aboutKeys())].map(indented).join('\n')}\n\n`;
}

function aboutDemo(url: string, { keys, file }: StartedDemo): string[] {
  const kept = keys
    ? [`Full key  ${keys.full}`, `Read key  ${keys.read}`, '', `The keys are shown only this once. They are also in ${file}`]
    : ['', `The demo shop's keys are in ${file}`];
  const curl = curls(url, keys ? keys.full : `$(node -p ${quoted(fullKeyIn(file))})`);
  return [...kept, '', 'Try it:', '', ...curl, '', 'Lines that connect an assistant: npx shop-ops mcp config'];
}

/**
 * Returns the JavaScript expression that reads the full key from the demo's file. The text of later starts contains it, because
 * the key itself is shown only once.
 */
function fullKeyIn(file: string): string {
  return `JSON.parse(fs.readFileSync(${JSON.stringify(file)})).keys.full`;
}

function curls(url: string, key: string): string[] {
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.list', arguments: { limit: 3 } } };
  return [
    `curl -s ${url}/api/v1/me ${authorization}`,
    `curl -s ${url}/api/v1/leads ${authorization} -d ${quoted('{"name": "My first lead", "phone": "613 555 0142"}')}`,
    `curl -s ${url}/api/v1/customers ${authorization} -d "{\\"name\\": \\"My first customer\\", \\"email\\": \\"me+$(date +%s)@example.com\\"}"`,
    `curl -s ${url}/api/v1/vehicles ${authorization} -d "{\\"customer_id\\": \\"${newestCustomer(url, authorization)}\\", \\"make\\": \\"Honda\\", \\"model\\": \\"Civic\\"}"`,
    `curl -s ${url}/api/v1/tasks ${authorization} -d ${quoted('{"title": "Call my first lead back", "priority": "high"}')}`,
    `curl -s '${url}/api/v1/tasks?limit=3' ${authorization}`,
    `curl -s ${url}/api/mcp ${authorization} -d ${quoted(JSON.stringify(call))}`,
  ];
}

/**
 * Returns a part of a shell command. The shell replaces it with the newest customer's id, so the command can be pasted without
 * changes.
 */
function newestCustomer(url: string, authorization: string): string {
  return `$(curl -s '${url}/api/v1/customers?limit=1' ${authorization} | cut -d'"' -f6)`;
}

function aboutKeys(): string[] {
  return [
    '',
    'A shop and a key to call it with:',
    '',
    "npx shop-ops shop create --name 'My shop'",
    'npx shop-ops key mint --shop ID --name me --scope full',
  ];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
