import { ProtocolError, ProtocolErrorCode, Server, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Caller } from '../../application/operation/caller.js';
import { mayCall } from '../../application/operation/gates.js';
import type { ErrorCode } from '../../domain/shared/errors.js';
import type { CallTool, ToolRequest } from './call-tool.js';
import type { Tool } from './tool.js';

/** The revision without sessions. */
export const MODERN = '2026-07-28';

const SERVER_INFO = { name: 'shop-operations-api', title: 'Shop Operations API', version: '1.0.0' };

const REVISIONS = [...SUPPORTED_PROTOCOL_VERSIONS, MODERN];

const INSTRUCTIONS =
  'The back end of one vehicle-service shop: every record belongs to the shop of your key. Times are ISO 8601 in UTC; ' +
  'resolve "tomorrow at nine" against the shop’s time zone yourself. Lists say how many records they left out: page with ' +
  'offset until next_offset is null. Pass an idempotency_key with every write, so that a retry does not write twice.';

/**
 * A server object for one caller's one request. The SDK's low-level server, because the registry validates arguments itself
 * and its refusals are results: the high-level one would validate both ways a second time, at ten times the cost. Handlers
 * are given to `tools/*` alone, so that the SDK itself refuses any other method.
 */
export function serverFor(tools: readonly Tool[], calls: CallTool, request: RpcRequest, method: string): Server {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS, supportedProtocolVersions: REVISIONS });
  if (method === 'tools/list') {
    server.fallbackRequestHandler = ({ params }) => Promise.resolve(list(tools, request.caller, params));
  } else if (method === 'tools/call') {
    server.fallbackRequestHandler = ({ params }) => call(tools, calls, request, params);
  }
  return server;
}

export interface RpcRequest extends ToolRequest {
  /** told why a call was refused: its answer is a result like any other */
  readonly onRefusal: (code: ErrorCode) => void;
}

type Params = Readonly<Record<string, unknown>> | undefined;

/** Only what this key may call. */
function list(tools: readonly Tool[], caller: Caller, params: Params): Record<string, unknown> {
  if (params?.['cursor'] !== undefined) throw invalidParams('there is one page: send no cursor');
  return { tools: tools.filter(({ operation }) => mayCall(caller, operation)).map(({ description }) => description) };
}

async function call(tools: readonly Tool[], calls: CallTool, request: RpcRequest, params: Params): Promise<Record<string, unknown>> {
  const { name, arguments: given = {} } = params ?? {};
  if (typeof name !== 'string') throw invalidParams('name must be the name of a tool');
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidParams('arguments must be an object');
  const tool = tools.find(({ operation }) => operation.name === name);
  if (!tool) throw invalidParams(`unknown tool ${name}`);
  const { result, code } = await calls.call(request, tool.operation, given as Record<string, unknown>);
  if (code !== null) request.onRefusal(code);
  return { ...result };
}

function invalidParams(problem: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${problem}`);
}
