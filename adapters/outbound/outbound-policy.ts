import { isGlobalUnicast } from './global-address.js';

/** The rules for URLs that somebody gave. */
export interface OutboundPolicy {
  /** whether http is allowed beside https */
  readonly http: boolean;
  /** whether other ports than the scheme's own are allowed */
  readonly anyPort: boolean;
  /** tells whether an address may be connected to; null: every address, and every name */
  readonly allows: ((address: string) => boolean) | null;
}

/** The rules of a service that others can reach: https, port 443, addresses of the public internet. */
export const PUBLIC_ONLY: OutboundPolicy = { http: false, anyPort: false, allows: isGlobalUnicast };

/** The rules for development: receivers on this machine and in its networks are allowed, too. */
export const ANYWHERE: OutboundPolicy = { http: true, anyPort: true, allows: null };
