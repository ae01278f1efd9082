// An MCP server of the SDK that gives one answer to every call, fixed when the server starts. It shows the cost of the SDK's own
// HTTP handler. The handler serves the revision 2026-07-28, and uses its stateless mode for the revisions of 2025.
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const ITEMS = JSON.parse(process.env.TOOL_ITEMS);
const RESULT = { content: [{ type: 'text', text: JSON.stringify(ITEMS) }], structuredContent: ITEMS };

const handler = createMcpHandler(() => {
  const empty = new Server({ name: 'empty', version: '1.0.0' }, { capabilities: { tools: {} } });
  empty.fallbackRequestHandler = async () => ({ ...RESULT });
  return empty;
});

export async function emptyTool(response, body) {
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': body.method, 'mcp-name': body.params.name };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(body.params._meta && modern),
  };
  const request = new Request('http://localhost/api/mcp', { method: 'POST', headers });
  const answer = await handler.fetch(request, { parsedBody: body });
  const text = await answer.text();
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type'),
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
