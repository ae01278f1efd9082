import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { notAllowed, OutboundError } from './outbound-error.js';

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

/** Gives the addresses of a name; none: it has no address. It may also reject. */
export type ResolveHost = (name: string) => Promise<readonly LookupAddress[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the DNS and nothing else. Node's usual way, `getaddrinfo`, holds a thread of a pool of four until it has an answer, so four
 * names whose servers are dead would stop everybody's look-ups, and every access to a file.
 */
export class PublicNames {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  readonly resolve: ResolveHost = async (name) => {
    const [four, six] = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    return [...found(four).map((address) => ({ address, family: 4 })), ...found(six).map((address) => ({ address, family: 6 }))];
  };

  /** Ends the look-ups under way. */
  cancel(): void {
    this.resolver.cancel();
  }
}

/** Asks as other programs of this machine do, so that `localhost` and the names of containers are found. */
export const namesOfMachine: ResolveHost = (name) => lookup(name, { all: true });

function found(answer: PromiseSettledResult<string[]>): readonly string[] {
  return answer.status === 'fulfilled' ? answer.value : [];
}

/** A name can have hundreds of addresses. Further ones would only be tried in vain, or against hosts that know nothing of it. */
const MOST_TRIED = 4;

/**
 * Gives the addresses of a host that may be connected to. One that is not allowed refuses them all: a name that also leads inside is
 * not a receiver.
 * @param host a name, or an address without brackets
 * @throws OutboundError `refused_address`, or `name` when there is no address
 */
export async function checkedAddresses(
  host: string,
  { allows }: OutboundPolicy,
  resolve: ResolveHost,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  if (allows !== null && !addresses.every(({ address }) => allows(address))) throw notAllowed();
  const [first, ...others] = addresses.slice(0, MOST_TRIED);
  if (first === undefined) throw new OutboundError('name', `the name ${host} has no address`);
  return [first, ...others];
}

async function resolved(name: string, resolve: ResolveHost): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(name);
  } catch (cause) {
    throw new OutboundError('name', `the name ${name} has no address`, { cause });
  }
}
