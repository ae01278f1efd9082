export const TOOL_LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

/** Returns a `tools/call` message, which needs no `initialize` before it. */
export function toolCall(name: string, args: unknown = {}): { readonly id: number; readonly [member: string]: unknown } {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } };
}
