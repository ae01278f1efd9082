import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { notAllowed, OutboundError } from './outbound-error.js';
import type { OutboundPolicy } from './outbound-policy.js';
import type { Resolve } from './resolvers.js';

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
  resolve: Resolve,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, resolve) : [{ address: host, family }];
  if (allows !== null && !addresses.every(({ address }) => allows(address))) throw notAllowed();
  const [first, ...others] = addresses.slice(0, MOST_TRIED);
  if (first === undefined) throw new OutboundError('name', `the name ${host} has no address`);
  return [first, ...others];
}

async function resolved(name: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(name);
  } catch (cause) {
    throw new OutboundError('name', `the name ${name} has no address`, { cause });
  }
}
