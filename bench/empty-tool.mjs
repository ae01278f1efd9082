// A tool that does nothing but answer what it was given at start, on the SDK's own handlers.
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const ITEMS = JSON.parse(process.env.TOOL_ITEMS);
const RESULT = { content: [{ type: 'text', text: JSON.stringify(ITEMS) }], structuredContent: ITEMS };

function server() {
  const empty = new Server({ name: 'empty', version: '1.0.0' }, { capabilities: { tools: {} } });
  empty.fallbackRequestHandler = async () => ({ ...RESULT });
  return empty;
}

export async function emptyTool(response, body) {
  const text = body.params?._meta ? await modern(body) : JSON.stringify(await bare(body));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

async function modern(body) {
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': body.method,
    'mcp-name': body.params.name,
  };
  const request = new Request('http://localhost/api/mcp', { method: 'POST', headers });
  const handler = createMcpHandler(server, { legacy: 'reject', maxSubscriptions: 0 });
  return (await handler.fetch(request, { parsedBody: body })).text();
}

function bare(body) {
  return new Promise((resolve, reject) => {
    const transport = { start: async () => {}, close: async () => {}, send: async (message) => resolve(message) };
    server().connect(transport).then(() => transport.onmessage(body), reject);
  });
}
