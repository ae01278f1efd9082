import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const BRACKETED = /^\[([^\]]*)\](?::\d+)?$/;
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Removes the port. Some load balancers write an address with its port into X-Forwarded-For: `192.0.2.1:5678`,
 * `[2001:db8::1]:443`.
 */
export function withoutPort(address: string): string {
  return BRACKETED.exec(address)?.[1] ?? WITH_PORT.exec(address)?.[1] ?? address;
}

/**
 * The key under which a client's failed authentications are counted. An IPv6 client counts by its /64 network, because it can use
 * every address in it. When a proxy passes on an invalid address, the address of the connection counts. Otherwise all clients
 * with an invalid address would be counted together, whichever proxy they use.
 */
export function clientKey({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string {
  return keyOf(ip) ?? keyOf(socket.remoteAddress) ?? 'unknown';
}

function keyOf(written: string | undefined): string | null {
  const address = withoutPort(written ?? '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
