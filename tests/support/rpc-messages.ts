export const TOOL_LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

/** A tool call in the specification's bare form. */
export function toolCall(name: string, args: unknown = {}): { readonly id: number; readonly [member: string]: unknown } {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } };
}
