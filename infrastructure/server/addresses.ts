export interface Addresses {
  readonly base_url: string;
  readonly docs_url: string;
  readonly mcp_url: string;
}

/**
 * Each address that means all network interfaces, with the address that a client on this machine calls instead. A server can
 * listen on such an address, but not every client can call it.
 */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL at which a program on this machine reaches the service. */
export function localUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function addressesAt(base: string): Addresses {
  return { base_url: base, docs_url: `${base}/docs`, mcp_url: `${base}/api/mcp` };
}
