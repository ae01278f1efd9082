import type { IncomingHttpHeaders } from 'node:http';
import {
  type AuthInfo,
  classifyInboundRequest,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { DEEPEST, isDeeperThan, isStorableThroughout, parseJson } from '../../application/kernel/fields/json-body.js';
import type { Caller } from '../../application/kernel/operation/operation.js';
import type { Clock, Log } from '../../application/kernel/ports/ports.js';
import { InvalidRequest as NoJson, ShopError, ValidationError } from '../../domain/shared/errors.js';
import type { CalledTool, RpcAnswer } from '../rpc-answer.js';
import type { CallTool } from './call-tool.js';
import { exchange, modernExchange } from './exchange.js';
import type { Instructions } from './instructions.js';
import { besideArguments, errorAnswer, hasTooManyParts, idOf, isReply, methodOf, toolNameOf, type RpcId } from './json-rpc.js';
import { MODERN, serverFor, type RpcRequest } from './mcp-server.js';
import { Offer } from './offer.js';
import type { Toolbox } from './toolbox.js';

const { InvalidParams, InvalidRequest, InternalError, MethodNotFound, ParseError } = ProtocolErrorCode;

/** The caller of a message, the query string of its address, and the request's id for the log. */
export interface Incoming {
  readonly caller: Caller;
  readonly query: string;
  readonly requestId: string;
  readonly begin: (changes: boolean) => void;
}

export interface McpParts {
  readonly toolbox: Toolbox;
  readonly calls: CallTool;
  readonly instructions: Instructions;
  readonly clock: Clock;
  readonly log: Log;
}

/** The methods whose answer contains the instructions. */
const GREETINGS: readonly string[] = ['initialize', 'server/discover'];

/** The arguments of a tool begin two levels below the message: they are in `params.arguments`. */
const DEEPEST_MESSAGE = DEEPEST + 2;

/**
 * Answers one MCP message of an admitted caller. The endpoint is stateless: every request gets a new server object. A request of
 * revision 2026-07-28 goes through the SDK's HTTP handler, which checks it strictly; only a plain call skips the handler (see
 * `isPlainCall`). A request of an earlier revision, or of none, goes straight to the server object. It needs no MCP header,
 * `Accept` or content type, and is answered as plain JSON.
 */
export class McpEndpoint {
  private readonly handler = createMcpHandler(({ authInfo }) => madeBy(authInfo), { legacy: 'reject' });
  /** the tools at the address without a query */
  private readonly everything: Offer;

  constructor(private readonly parts: McpParts) {
    this.everything = Offer.at('', parts.toolbox);
  }

  async answer({ query, ...request }: Incoming, headers: IncomingHttpHeaders, bytes: Uint8Array): Promise<RpcAnswer> {
    let body: unknown;
    try {
      body = parseJson(bytes);
    } catch (error) {
      if (error instanceof NoJson) return errorAnswer(400, ParseError, 'Parse error: the body is not JSON in UTF-8', null);
      throw error;
    }
    try {
      let refusal: unknown = null;
      const offer = query === '' ? this.everything : Offer.at(query, this.parts.toolbox);
      const answer = await this.route({ offer, onRefusal: (error) => (refusal = error), ...request }, headers, body);
      return { ...answer, tool: this.called(toolNameOf(body)), refusal };
    } catch (error) {
      if (error instanceof ValidationError)
        return errorAnswer(400, InvalidParams, `Invalid address: ${error.message}`, idOf(body));
      if (error instanceof ShopError) throw error;
      this.parts.log.error('the tool endpoint failed', { requestId: request.requestId, error });
      return { ...errorAnswer(500, InternalError, 'Internal error', idOf(body)), refusal: error };
    }
  }

  private called(name: string | null): CalledTool | null {
    const tool = name === null ? undefined : this.parts.toolbox.find(name);
    return tool ? { name: tool.operation.name, changes: tool.writes } : null;
  }

  private async route(request: RpcRequest, headers: IncomingHttpHeaders, body: unknown): Promise<RpcAnswer> {
    const mcp = mcpHeaders(headers);
    const version = mcp['mcp-protocol-version'];
    const known = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    // A message that is not a JSON-RPC request gets 200 if the header names an earlier revision or none, and 400 if the header
    // names revision 2026-07-28 or an unknown one.
    const shapeStatus = known ? 200 : 400;
    const refusal = unreadable(body, shapeStatus);
    if (refusal) return refusal;
    if (isReply(body)) return invalidRequest(400, 'the service has sent no request that this would answer', null);
    const method = methodOf(body);
    const instructions = GREETINGS.includes(method) ? await this.parts.instructions.for(request.caller, request.offer) : null;
    const server: MakeServer = () => serverFor(this.parts.calls, request, { method, instructions }, this.parts.clock);
    if (version === MODERN && isPlainCall(request.offer, mcp, body)) {
      const reply = await modernExchange(server(), MODERN, body);
      if (reply) return answered(reply);
    }
    const route = classifyInboundRequest({ httpMethod: 'POST', body, ...claims(mcp) });
    if (route.kind === 'reject') {
      const status = route.rung === 'jsonrpc-shape' ? shapeStatus : route.httpStatus;
      return errorAnswer(status, route.code, route.message, idOf(body), route.data);
    }
    if (route.kind === 'modern') return this.modern(server, mcp, body);
    if (route.reason === 'notification') return { status: 202, body: null };
    if (route.reason === 'initialize') {
      // The body negotiates the revision, so the header does not count. The classifier has checked that the body is a request.
      // The SDK's `isInitializeRequest` checks the params, but its type does not say that the body is a request.
      if (isInitializeRequest(body)) return answered(await exchange(server(), body as unknown as JSONRPCRequest));
      return errorAnswer(
        200,
        InvalidParams,
        'Invalid params: protocolVersion, capabilities and clientInfo are required',
        idOf(body),
      );
    }
    if (route.reason !== 'no-claim') {
      return invalidRequest(shapeStatus, 'send one JSON-RPC request, an object with a method', null);
    }
    if (!known) return errorAnswer(400, -32_000, `Unsupported protocol version: ${version}`, idOf(body));
    // The classifier has checked that the body is a request.
    return answered(await exchange(server(), body as JSONRPCRequest));
  }

  private async modern(server: MakeServer, mcp: McpHeaders, body: unknown): Promise<RpcAnswer> {
    // The SDK's handler would serve this method itself, with an event stream that it keeps open.
    if (methodOf(body) === 'subscriptions/listen') return errorAnswer(404, MethodNotFound, 'Method not found', idOf(body));
    const request = new Request('http://localhost/api/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...mcp },
    });
    const response = await this.handler.fetch(request, { parsedBody: body, authInfo: makes(server) });
    return { status: response.status, body: await response.text() };
  }
}

/** The refusal of a message that the SDK must not read; null: the SDK may read it. */
function unreadable(body: unknown, status: number): RpcAnswer | null {
  if (isDeeperThan(DEEPEST_MESSAGE, body)) {
    return invalidRequest(status, `arguments must not be nested deeper than ${DEEPEST} levels`, idOf(body));
  }
  const beside = besideArguments(body);
  if (hasTooManyParts(beside)) {
    return invalidRequest(status, 'it has too many parts outside of the tool’s arguments', idOf(body));
  }
  return isStorableThroughout(beside) ? null : invalidRequest(status, 'it must not contain NUL or half a surrogate pair', null);
}

function invalidRequest(status: number, message: string, id: RpcId): RpcAnswer {
  return errorAnswer(status, InvalidRequest, `Invalid request: ${message}`, id);
}

/**
 * True for a call of a tool at this address, if the headers agree with the body. When such a call has other errors, the server
 * object finds them, or the SDK's handler after it.
 */
function isPlainCall(offer: Offer, mcp: McpHeaders, body: unknown): body is JSONRPCRequest {
  const name = toolNameOf(body);
  return (
    name !== null &&
    name === mcp['mcp-name'] &&
    mcp['mcp-method'] === methodOf(body) &&
    offer.find(name) !== undefined &&
    isJSONRPCRequest(body) &&
    body.params?._meta?.[PROTOCOL_VERSION_META_KEY] === MODERN
  );
}

type MakeServer = () => Server;

/**
 * Tells the SDK's handler, which all requests share, how to make this request's server object: the handler passes `authInfo` on
 * to `madeBy`. The key was already checked, so no token is passed on.
 */
function makes(server: MakeServer): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { server } };
}

function madeBy(authInfo: AuthInfo | undefined): Server {
  const make = authInfo?.extra?.['server'] as MakeServer; // `makes` put the function there
  return make();
}

type McpHeaders = Partial<Record<'mcp-protocol-version' | 'mcp-method' | 'mcp-name', string>>;

function mcpHeaders(headers: IncomingHttpHeaders): McpHeaders {
  const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
  const sent = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return Object.fromEntries(sent) as McpHeaders;
}

function claims(mcp: McpHeaders): { protocolVersionHeader?: string; mcpMethodHeader?: string; mcpNameHeader?: string } {
  const { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name } = mcp;
  return {
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  };
}

function answered(reply: JSONRPCMessage): RpcAnswer {
  return { status: 200, body: JSON.stringify(reply) };
}
