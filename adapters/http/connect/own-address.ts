import { InvalidRequest } from '../../../domain/shared/errors.js';

/** A request as Express reads it, behind trusted proxies too. */
interface Addressed {
  readonly protocol: string;
  /** undefined: HTTP/1.0 needs no Host header */
  readonly host: string | undefined;
}

/**
 * Returns the service's address: the public one if it is known, else the one at which the reader calls. A key is sent to this
 * address, and anybody may write a Host header, which a cache in front might keep.
 * @param publicUrl the public address, if it is known
 * @throws InvalidRequest when the Host header is no host
 */
export function ownAddress({ protocol, host }: Addressed, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const url = host !== undefined && URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`) : null;
  if (!url) throw new InvalidRequest('the Host header is no host');
  return url.origin;
}
