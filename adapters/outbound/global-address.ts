import ipaddr from 'ipaddr.js';

/** The only block from which IANA has given out global unicast addresses. What is outside is special or not yet in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Tells whether an address is global unicast, so that nothing of this machine and its networks can have it. The ranges are those of
 * IANA's special-purpose registries (RFC 6890), as ipaddr.js lists them. An IPv6 address with an IPv4 address in it is refused,
 * whatever the inner address is: mapped, 6to4, Teredo, NAT64. An address with a zone is refused, because a zone is a network here.
 * @param address as a resolver or a URL's parser gives it: four decimal parts, or IPv6 without brackets
 */
export function isGlobalUnicast(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(GLOBAL_IPV6) && parsed.range() === 'unicast';
}
