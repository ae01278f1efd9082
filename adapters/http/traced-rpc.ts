import { parseJson } from '../../application/fields/json-body.js';
import { inSpan, type Traces } from '../../application/ports/traces.js';
import type { RpcEndpoint } from './mcp-handler.js';

/** The protocol's methods. Any other one is a text that a client has made up. */
const METHODS: readonly string[] = [
  ...[
    'initialize',
    'ping',
    'server/discover',
    'tools/list',
    'tools/call',
    'notifications/initialized',
    'notifications/cancelled',
  ],
  ...['prompts/list', 'prompts/get', 'resources/list', 'resources/read', 'resources/templates/list', 'completion/complete'],
];

/** Answers each message in a span with its method and its tool. */
export function tracedRpc(endpoint: RpcEndpoint, traces: Traces): RpcEndpoint {
  return {
    answer: (request, headers, body) => {
      const method = methodIn(body);
      const facts = { 'rpc.system.name': 'jsonrpc', 'mcp.method.name': method } as const;
      return inSpan(traces, { name: method, kind: 'internal', facts }, async (span) => {
        const answer = await endpoint.answer(request, headers, body);
        if (answer.tool) {
          span.rename(`${method} ${answer.tool.name}`);
          span.add({ 'gen_ai.tool.name': answer.tool.name });
        }
        return answer;
      });
    },
    refuse: (status, code, message) => endpoint.refuse(status, code, message),
  };
}

function methodIn(body: Uint8Array): string {
  const method = fieldOf(body);
  return typeof method === 'string' && METHODS.includes(method) ? method : '_OTHER';
}

/** The message is parsed once more, because only a service with traces needs this. The endpoint itself refuses what is no JSON. */
function fieldOf(body: Uint8Array): unknown {
  try {
    const message = parseJson(body);
    return typeof message === 'object' && message !== null && 'method' in message ? message.method : null;
  } catch {
    return null;
  }
}
