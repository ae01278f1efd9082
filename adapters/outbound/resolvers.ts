import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Gives the addresses of a name; none: it has no address. It may also reject. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the DNS and nothing else. Node's usual way, `getaddrinfo`, holds a thread of a pool of four until it has an answer, so four
 * names whose servers are dead would stop everybody's look-ups, and every access to a file.
 */
export class PublicNames {
  private readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  readonly resolve: Resolve = async (name) => {
    const [four, six] = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    return [...found(four).map((address) => ({ address, family: 4 })), ...found(six).map((address) => ({ address, family: 6 }))];
  };

  /** Ends the look-ups under way. */
  cancel(): void {
    this.resolver.cancel();
  }
}

/** Asks as other programs of this machine do, so that `localhost` and the names of containers are found. */
export const namesOfMachine: Resolve = (name) => lookup(name, { all: true });

function found(answer: PromiseSettledResult<string[]>): readonly string[] {
  return answer.status === 'fulfilled' ? answer.value : [];
}
