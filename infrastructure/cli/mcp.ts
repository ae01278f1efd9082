import { InvalidArgumentError } from 'commander';
import { CLIENT_NAMES, clientsOf, notesFor, type McpClient } from '../../adapters/http/connect/clients.js';
import { NO_KEY, type Connection } from '../../adapters/http/connect/connection.js';
import { isLoopback } from '../../adapters/http/origins.js';
import { Sha256KeyTokens } from '../../adapters/signing/sha256-key-tokens.js';
import type { Operation } from '../../application/kernel/operation/operation.js';
import { ValidationError } from '../../domain/shared/errors.js';
import { DemoFile } from '../demo-data/demo-file.js';
import { addressesAt, localUrl } from '../server/welcome.js';
import { readConfig, type Config } from '../settings/config.js';
import { command, optional } from './command.js';

interface Given {
  readonly key: string | undefined;
  readonly url: string | undefined;
}

const ENDPOINT = '/api/mcp';

const config = command({
  name: 'mcp config',
  about: 'print the lines that connect Claude, Cursor, VS Code and other MCP clients; needs no database',
  input: {
    client: optional('<name>', 'only this client', { choices: CLIENT_NAMES }),
    key: optional('<key>', 'the key to fill in; by default the demo’s full key at the address of the demo', { read: keyOf }),
    url: optional('<url>', 'the address of the service, or of its tools with ?sections=… or ?readonly=1', { read: urlOf }),
  },
  help: '\nA key on the command line stays in the history of the shell. Without a key the lines say YOUR_API_KEY.',
  async run({ env, registry }, { client, ...given }) {
    const connection = connectionOf(env, given);
    await requireTools(connection.url, registry.operations);
    const clients = clientsOf(connection, client);
    const notes = notesFor(connection);
    return {
      document: { url: connection.url, key: connection.key === NO_KEY ? null : connection.key, clients, notes },
      text: [...clients.map(inText), ...notes].join('\n\n'),
    };
  },
});

export const mcpCommands = [config];

/** Fills in what the options leave out: from the demo's file, or from the settings and with a placeholder. */
function connectionOf(env: NodeJS.ProcessEnv, { key, url: given }: Given): Connection {
  const settings = readConfig(env, false);
  // Without the demo, the file may be left over from another database, and its keys are of no use.
  const notes = settings.demo ? new DemoFile(settings.dataDir).read() : null;
  const url = given ?? notes?.mcp_url ?? addressesAt(baseOf(settings)).mcp_url;
  // Another service has no use for the demo's key, and must not learn it.
  const demoKey = notes && isSameService(new URL(url), new URL(notes.mcp_url)) ? notes.keys.full : NO_KEY;
  return { url, key: key ?? demoKey };
}

/** Compares host and port. All names of this machine's loopback interface count as one host. */
function isSameService(one: URL, other: URL): boolean {
  return one.host === other.host || (one.port === other.port && isLoopback(one.origin) && isLoopback(other.origin));
}

function baseOf({ host, port, publicUrl }: Config): string {
  if (publicUrl !== null) return publicUrl;
  if (port === 0) throw new Error('with PORT=0 the address is not known before the start: give it by --url');
  return localUrl(host, port);
}

function keyOf(text: string): string {
  if (new Sha256KeyTokens().read(text) === null) throw new InvalidArgumentError('It is no key, or it is mistyped.');
  return text;
}

/** Returns the address of the tools. A service may be reached under a path of its host. */
function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('It must be an address such as https://shop.example.');
  }
  const path = url.pathname.replace(/\/$/, '');
  return `${url.origin}${path.endsWith(ENDPOINT) ? path : path + ENDPOINT}${url.search}`;
}

/**
 * Reads the parameters that choose tools as the service does.
 * @throws InvalidArgumentError when the service would refuse them
 */
async function requireTools(url: string, operations: readonly Operation[]): Promise<void> {
  const query = new URL(url).search.slice('?'.length);
  if (query === '') return;
  // Imported on demand: only this command needs them.
  const { Offer } = await import('../../adapters/mcp/offer.js');
  const { toolsOf } = await import('../../adapters/mcp/tool.js');
  const { Toolbox } = await import('../../adapters/mcp/toolbox.js');
  try {
    Offer.at(query, new Toolbox(toolsOf(operations)));
  } catch (error) {
    if (error instanceof ValidationError) throw new InvalidArgumentError(`Invalid address: ${error.message}`);
    throw error;
  }
}

function inText({ title, name, hint, lines }: McpClient): string {
  const parts = lines.map(({ where, text }) => `${where}:\n\n${text}`);
  return [`=== ${title} (${name})`, ...(hint === undefined ? [] : [hint]), ...parts].join('\n\n');
}
