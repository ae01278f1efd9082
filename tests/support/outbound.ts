import { ANYWHERE, isGlobalUnicast, type OutboundPolicy } from '../../adapters/outbound/checked-addresses.js';
import { UndiciOutboundHttp, type OutboundOptions } from '../../adapters/outbound/undici-outbound-http.js';
import type { OutboundOutcome, OutboundRequest } from '../../application/kernel/ports/outbound-http.js';

/** The rule for addresses alone: with it, a test's receiver may have any port and need not speak TLS. */
export const ADDRESSES_ONLY: OutboundPolicy = { http: true, anyPort: true, allows: isGlobalUnicast };

/** The adapters that a test has opened, to be closed after it. */
export class Outbounds {
  private readonly opened: UndiciOutboundHttp[] = [];

  open(options: Partial<OutboundOptions> = {}): UndiciOutboundHttp {
    const outbound = new UndiciOutboundHttp({ policy: ANYWHERE, ...options });
    this.opened.push(outbound);
    return outbound;
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((outbound) => outbound.close()));
  }
}

export function send(
  outbound: UndiciOutboundHttp,
  url: string,
  request: Partial<OutboundRequest> = {},
): Promise<OutboundOutcome> {
  const headers = { 'content-type': 'application/json' };
  return outbound.post({ url, headers, body: '{"a":1}', timeoutMs: 5_000, keptBytes: 1024, ...request });
}

/** A resolver that gives the same addresses for every name. */
export function named(...addresses: readonly string[]): NonNullable<OutboundOptions['resolve']> {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
}
