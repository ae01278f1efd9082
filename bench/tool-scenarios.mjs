import { sameAnswer } from './ask.mjs';

const MODERN = '2026-07-28';
const MODERN_META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  },
};

/** The calls of tools, see `scenarios`. `bare`: without anything that only the newest revision of the protocol has. */
export function toolReads(world) {
  const [{ id: conversation }] = world.threads;
  return [
    bareCall('tool call, bare', 'tasks.assignees', {}),
    tool('tool call, 2026-07-28', 'tasks.assignees', {}, MODERN_META),
    bareCall('tool tasks.list', 'tasks.list', {}),
    bareCall('tool services.list', 'services.list', {}),
    bareCall('tool services.list, q', 'services.list', { q: 'ceramic' }),
    bareCall('tool reviews.list', 'reviews.list', {}),
    bareCall('tool customers.list', 'customers.list', {}),
    bareCall('tool jobs.list', 'jobs.list', {}),
    bareCall('tool comms.list_conversations', 'comms.list_conversations', {}),
    bareCall('tool comms.list_messages', 'comms.list_messages', { conversation }),
    { ...withConnections(bareCall('tool booking.availability', 'booking.availability', world.booking), 8), scales: false },
  ];
}

/** The scenario of a call of an early revision. The answers to calls of the newest one also name each server. */
function bareCall(name, called, given) {
  const scenario = tool(name, called, given, {});
  return { ...scenario, check: (world) => sameAnswer(world, scenario.service.path, scenario.service.body()) };
}

function tool(name, called, given, meta) {
  const params = { name: called, arguments: given, ...meta };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const modern = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': called };
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...(meta._meta && modern) };
  const request = { method: 'POST', path: '/api/mcp', headers, body: () => message };
  return { name, scales: called !== 'tasks.assignees', service: request, baseline: request };
}

/** See `freeTimes` in scenarios.mjs. */
function withConnections(scenario, connections) {
  const request = { ...scenario.service, connections };
  return { ...scenario, service: request, baseline: request };
}
