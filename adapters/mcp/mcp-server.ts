import { ProtocolError, ProtocolErrorCode, Server, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Clock } from '../../application/kernel/ports/ports.js';
import type { Instant } from '../../domain/shared/instant.js';
import type { CallTool } from './call-tool.js';
import { LONGEST_NAME } from './tool-arguments.js';
import type { ToolRequest } from './tool-request.js';

/** The revision of the protocol that has no sessions. */
export const MODERN = '2026-07-28';

const SERVER_INFO = { name: 'shop-operations-api', title: 'Shop Operations API', version: '1.0.0' };

const REVISIONS = [...SUPPORTED_PROTOCOL_VERSIONS, MODERN];

/**
 * A server object for one request of one caller. It is the SDK's low-level server, because `CallTool` validates the arguments,
 * and returns refusals as results. The high-level server would validate arguments and results a second time, at ten times the
 * cost. Only `tools/list` and `tools/call` get a handler here. The SDK itself answers all other methods: it refuses those that it
 * does not know.
 */
export function serverFor(calls: CallTool, request: RpcRequest, { method, instructions }: Asked, clock: Clock): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    supportedProtocolVersions: REVISIONS,
    ...(instructions !== null && { instructions }),
  });
  if (method === 'tools/list') {
    server.fallbackRequestHandler = ({ params }) => Promise.resolve(list(request, params, clock.now()));
  } else if (method === 'tools/call') {
    server.fallbackRequestHandler = ({ params }) => call(calls, request, params);
  }
  return server;
}

interface Asked {
  readonly method: string;
  /** null: the method's answer has no instructions */
  readonly instructions: string | null;
}

export interface RpcRequest extends ToolRequest {
  /** called with the error when a call is refused; the answer to such a call is an ordinary result */
  readonly onRefusal: (error: unknown) => void;
}

type Params = Readonly<Record<string, unknown>> | undefined;

function list({ offer, caller }: RpcRequest, params: Params, now: Instant): Record<string, unknown> {
  if (params?.['cursor'] !== undefined) throw invalidParams('there is only one page: send no cursor');
  return { tools: offer.list(caller, now) };
}

async function call(calls: CallTool, request: RpcRequest, params: Params): Promise<Record<string, unknown>> {
  const { name, arguments: sent } = params ?? {};
  if (typeof name !== 'string') throw invalidParams('name must be the name of a tool');
  const given = sent ?? {}; // some clients send null when there are no arguments
  if (typeof given !== 'object' || Array.isArray(given)) throw invalidParams('arguments must be an object');
  const tool = request.offer.find(name);
  if (!tool) throw invalidParams(`unknown tool ${name.slice(0, LONGEST_NAME)}; tools/list shows the tools of this address`);
  const { result, refusal } = await calls.call(request, tool, given as Record<string, unknown>);
  if (refusal !== null) request.onRefusal(refusal);
  return { ...result };
}

function invalidParams(problem: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${problem}`);
}
