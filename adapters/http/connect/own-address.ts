import { InvalidRequest } from '../../../domain/shared/errors.js';

/** A request as Express reads it, behind trusted proxies too. */
interface Addressed {
  readonly protocol: string;
  /** undefined: HTTP/1.0 needs no Host header */
  readonly host: string | undefined;
}

/**
 * Returns the service's address as the reader knows it. At the public host it is the public address, because a proxy in front
 * may have ended https, or may serve the service under a path.
 * @param publicUrl the public address, if it is known
 * @throws InvalidRequest when the Host header is no host
 */
export function ownAddress({ protocol, host }: Addressed, publicUrl: string | null): string {
  const url = host !== undefined && URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`) : null;
  if (publicUrl !== null && (host === undefined || url?.host === new URL(publicUrl).host)) return publicUrl;
  if (!url) throw new InvalidRequest('the Host header is no host');
  return url.origin;
}
