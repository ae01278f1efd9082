import { isIP, Socket, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { checkedAddresses, type OutboundPolicy, type ResolveHost } from './checked-addresses.js';
import { connectError } from './outbound-error.js';

export interface ConnectorOptions {
  readonly policy: OutboundPolicy;
  readonly resolve: ResolveHost;
  /** gets every socket from its beginning to its end, so that the owner can count and destroy them */
  readonly sockets: Set<Socket>;
  /** milliseconds for the name, the connection and TLS */
  readonly timeoutMs: number;
  /** the certificates to trust in place of the usual ones */
  readonly ca?: string;
}

/** The connector of the HTTP client: no connection is opened to an address that was not checked in the same breath. */
export function checkedConnector(
  build: typeof buildConnector,
  { policy, resolve, sockets, timeoutMs, ca }: ConnectorOptions,
): buildConnector.connector {
  // undici's types leave out that the socket is returned.
  const connect: (...given: Parameters<buildConnector.connector>) => unknown = build({
    lookup: checkedLookup(policy, resolve),
    autoSelectFamily: true,
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would switch the check of certificates off.
    rejectUnauthorized: true,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, callback) => {
    const open = (): void => {
      const opening = connect(target, (...[error, socket]) => {
        if (error) callback(connectError(error, target.protocol), null);
        else callback(null, socket);
      });
      if (!(opening instanceof Socket)) return;
      sockets.add(opening);
      opening.once('close', () => sockets.delete(opening));
    };
    // Node asks for no address when the host is one.
    if (isIP(target.hostname) === 0) {
      open();
      return;
    }
    checkedAddresses(target.hostname, policy, resolve).then(open, (error: unknown) => {
      callback(connectError(error, target.protocol), null);
    });
  };
}

function checkedLookup(policy: OutboundPolicy, resolve: ResolveHost): LookupFunction {
  return (name, { all }, callback) => {
    checkedAddresses(name, policy, resolve).then(
      ([first, ...others]) => {
        if (all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, ''); // Node hands it on as it is; it needs no code
      },
    );
  };
}
