import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const NAME = { name: 'a-client', version: '1.0.0' };

export interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text?: string }[];
}

/** The functions that the tests call, in the same form for the clients of both SDKs. */
export interface Connected {
  list(): Promise<readonly { readonly name: string; readonly outputSchema?: object | undefined }[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Result>;
  serverName(): string | undefined;
  close(): Promise<void>;
}

/** A client's address, its key, and a list to which it adds the status and the type of each answer. */
export interface Connection {
  readonly url: string;
  readonly token: string | null;
  readonly answers?: string[];
}

const address = ({ url }: Connection): URL => new URL(`${url}/api/mcp?sections=all`);

function options({ token, answers = [] }: Connection): { requestInit: RequestInit; fetch: typeof fetch } {
  return {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      answers.push(`${init?.method ?? 'GET'} ${answer.status} ${answer.headers.get('content-type')}`);
      return answer;
    },
  };
}

async function old(connection: Connection): Promise<Connected> {
  const client = new OldClient(NAME);
  // The transport of the SDK does not fit the SDK's own type under exactOptionalPropertyTypes.
  await client.connect(new OldTransport(address(connection), options(connection)));
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as Result,
    serverName: () => client.getServerVersion()?.name,
    close: () => client.close(),
  };
}

type Negotiation = NonNullable<ConstructorParameters<typeof NewClient>[1]>['versionNegotiation'];

function recent(versionNegotiation?: Negotiation) {
  return async (connection: Connection): Promise<Connected> => {
    const client = new NewClient(NAME, versionNegotiation ? { versionNegotiation } : {});
    await client.connect(new NewTransport(address(connection), options(connection)));
    return {
      list: async () => (await client.listTools()).tools,
      call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as Result,
      serverName: () => client.getServerVersion()?.name,
      close: () => client.close(),
    };
  };
}

/** The official clients, each with a function that connects it. */
export const mcpClients = [
  ['@modelcontextprotocol/sdk 1.x', old],
  ['@modelcontextprotocol/client 2.x', recent()],
  ['@modelcontextprotocol/client 2.x, negotiating', recent({ mode: 'auto' })],
  ['@modelcontextprotocol/client 2.x on revision 2026-07-28', recent({ mode: { pin: '2026-07-28' } })],
] as const;
