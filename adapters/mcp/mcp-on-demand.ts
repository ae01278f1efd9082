import type { IncomingHttpHeaders } from 'node:http';
import type { RpcAnswer } from '../rpc-answer.js';
import { errorAnswer } from './json-rpc.js';
import type { Incoming, McpEndpoint, McpParts } from './mcp-endpoint.js';

/** Loads the MCP SDK for the first message, because it takes long to load, and many services get none. */
export class McpOnDemand {
  private loading: Promise<McpEndpoint> | null = null;

  constructor(private readonly parts: McpParts) {}

  /** The answer for a refusal that comes from outside of this endpoint, in the form of this endpoint's errors. */
  refuse(status: number, code: string, message: string): RpcAnswer {
    return errorAnswer(status, -32_000, message, null, { code });
  }

  async answer(incoming: Incoming, headers: IncomingHttpHeaders, bytes: Uint8Array): Promise<RpcAnswer> {
    this.loading ??= import('./mcp-endpoint.js').then(({ McpEndpoint: Loaded }) => new Loaded(this.parts));
    return (await this.loading).answer(incoming, headers, bytes);
  }
}
