import { quoted } from '../../shell-text.js';
import { KEY_VARIABLE, withoutDots, type Connection } from './connection.js';

/** Text to paste: a command, a file or a part of a request. */
export interface ConnectLines {
  /** the place for the text */
  readonly where: string;
  readonly language: 'sh' | 'json' | 'toml' | 'text';
  readonly text: string;
}

/** A program that can call the tools, with the text that connects it. */
export interface McpClient {
  /** the name on the command line */
  readonly name: string;
  readonly title: string;
  /** a sentence about this client alone */
  readonly hint?: string;
  readonly lines: readonly ConnectLines[];
}

/** The name under which clients list the service. Gemini CLI allows no underscore in it. */
const SERVER = 'shop-ops';

type Entry = Omit<McpClient, 'lines'> & {
  /** true when tools may be listed with a dot in their names */
  readonly dots?: true;
  readonly lines: (connection: Connection) => readonly ConnectLines[];
};

/**
 * The known clients, each with the form that its documentation had in November 2026. Files that belong to a project get the key
 * from the environment, or ask for it, because such files are committed. Files of one person contain it.
 */
const CLIENTS = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    lines: ({ url, key }) => [
      sh(`claude mcp add --transport http ${SERVER} ${quoted(url)} --header ${quoted(`Authorization: ${bearer(key)}`)}`),
    ],
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    hint: 'It has no setting for a key of an HTTP server, so mcp-remote connects it. It needs Node.js.',
    lines: ({ url, key }) => [
      json('In claude_desktop_config.json (Settings, Developer, Edit Config)', {
        mcpServers: {
          [SERVER]: {
            command: 'npx',
            // The arguments have no space, because Claude Desktop for Windows splits them there.
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH_HEADER}', ...unlessSafe(url)],
            env: { AUTH_HEADER: bearer(key) },
          },
        },
      }),
    ],
  },
  {
    name: 'mcp-remote',
    title: 'Any client that starts a program instead of calling an address (stdio)',
    lines: ({ url, key }) => [
      sh(
        ['npx -y mcp-remote', quoted(url), '--header', quoted(`Authorization: ${bearer(key)}`), ...unlessSafe(url)].join(' '),
        'The program to start',
      ),
    ],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    lines: ({ url, key }) => [
      json('In .cursor/mcp.json, or for all projects in ~/.cursor/mcp.json', {
        mcpServers: { [SERVER]: { url, headers: { Authorization: bearer(`\${env:${KEY_VARIABLE}}`) } } },
      }),
      keyFor('Cursor', key),
    ],
  },
  {
    name: 'vscode',
    title: 'VS Code (GitHub Copilot)',
    lines: ({ url, key }) => [
      json('In .vscode/mcp.json', {
        inputs: [{ type: 'promptString', id: 'shop-ops-key', description: 'The key of the shop', password: true }],
        servers: { [SERVER]: { type: 'http', url, headers: { Authorization: bearer('${input:shop-ops-key}') } } },
      }),
      { where: 'VS Code asks once for the key, and keeps it', language: 'text', text: key },
    ],
  },
  {
    name: 'codex',
    title: 'Codex',
    lines: ({ url, key }) => [
      {
        where: 'In ~/.codex/config.toml',
        language: 'toml',
        // A string of TOML has the same escapes as one of JSON.
        text: `[mcp_servers.${SERVER}]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "${KEY_VARIABLE}"`,
      },
      keyFor('Codex', key),
    ],
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    lines: ({ url, key }) => [
      json('In ~/.gemini/settings.json, or for one project in .gemini/settings.json', {
        mcpServers: { [SERVER]: { httpUrl: url, headers: { Authorization: bearer(`$${KEY_VARIABLE}`) } } },
      }),
      keyFor('Gemini CLI', key),
    ],
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    lines: ({ url, key }) => [
      json('In ~/.codeium/windsurf/mcp_config.json', {
        mcpServers: { [SERVER]: { serverUrl: url, headers: { Authorization: bearer(`\${env:${KEY_VARIABLE}}`) } } },
      }),
      keyFor('Windsurf', key),
    ],
  },
  {
    name: 'openai',
    title: 'OpenAI’s Responses API',
    hint: 'OpenAI calls the service, so the address must be one that the Internet reaches, with https.',
    lines: ({ url, key }) => [
      json('In the body of POST https://api.openai.com/v1/responses', {
        tools: [{ type: 'mcp', server_label: SERVER, server_url: url, authorization: key, require_approval: 'always' }],
      }),
    ],
  },
  {
    name: 'anthropic',
    title: 'Anthropic’s Messages API',
    hint: 'Anthropic calls the service, so the address must be one that the Internet reaches, with https.',
    lines: ({ url, key }) => [
      json('In the body of POST https://api.anthropic.com/v1/messages, with the header anthropic-beta: mcp-client-2025-11-20', {
        mcp_servers: [{ type: 'url', name: SERVER, url, authorization_token: key }],
        tools: [{ type: 'mcp_toolset', mcp_server_name: SERVER }],
      }),
    ],
  },
  {
    name: 'curl',
    title: 'curl',
    dots: true,
    lines: ({ url, key }) => [
      sh(`curl -s ${quoted(url)} -H ${quoted(`Authorization: ${bearer(key)}`)} -d ${quoted(call('tools/list'))}`),
      sh(
        `curl -s ${quoted(url)} -H ${quoted(`Authorization: ${bearer(key)}`)} \\\n  -d ${quoted(
          call('tools/call', { name: 'tasks.list', arguments: { overdue: true, limit: 3 } }),
        )}`,
        'And a call',
      ),
    ],
  },
] as const satisfies readonly Entry[];

export const CLIENT_NAMES: readonly string[] = CLIENTS.map(({ name }) => name);

/** Returns the known clients, or the named one, with the text that connects them to this address with this key. */
export function clientsOf(connection: Connection, only?: string): McpClient[] {
  return CLIENTS.filter(({ name }) => only === undefined || name === only).map(({ dots, lines, ...client }: Entry) => ({
    ...client,
    lines: lines(dots ? connection : withoutDots(connection)),
  }));
}

/** The sentences that every user should know, about this address. */
export function notesFor({ url }: Connection): readonly string[] {
  const base = url.split('?')[0] ?? url;
  return [
    'A key is a secret: whoever has it acts as the shop. Keep it out of files that are committed, and give each client a key of ' +
      'its own that may do only what the client needs: npx shop-ops key mint --shop ID --name assistant --scope read',
    'Large model providers refuse a dot in a tool’s name. names=underscore lists tasks_create instead of tasks.create; both ' +
      'names work at every address.',
    `Listed are the tools of the front desk. All tools: ${base}?sections=all`,
    `A smaller set, here the tools of inbox and booking that write nothing: ${base}?sections=inbox,booking&readonly=1`,
  ];
}

function bearer(key: string): string {
  return `Bearer ${key}`;
}

function sh(text: string, where = 'In a shell'): ConnectLines {
  return { where, language: 'sh', text };
}

function json(where: string, content: object): ConnectLines {
  return { where, language: 'json', text: JSON.stringify(content, null, 2) };
}

function keyFor(title: string, key: string): ConnectLines {
  return sh(`export ${KEY_VARIABLE}=${quoted(key)}`, `In the shell that starts ${title}, or in its profile`);
}

function call(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/** The option without which mcp-remote refuses plain HTTP, except to this machine. */
function unlessSafe(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' ? [] : ['--allow-http'];
}
