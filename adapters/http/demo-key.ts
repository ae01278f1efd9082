import { isIP } from 'node:net';
import { send, setHeaders } from './answer.js';
import type { Handler, Request } from './locals.js';

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host'];

/**
 * Returns the handler that gives the key of the demo's shop to the docs page of a browser on this machine, so that its samples can be
 * tried at once. Others get null: readers on another machine or behind a proxy, and a page at a name that somebody has pointed to this
 * machine, which could be another site's.
 * @param key null: this is no demo
 */
export function answerDemoKey(key: string | null): Handler {
  return (request, response) => {
    setHeaders(response, { 'cache-control': 'no-store' });
    send(response, 200, JSON.stringify({ key: isFromHere(request) ? key : null }));
  };
}

/** The Host header is read as it was sent, because Express takes another one from a trusted proxy. */
function isFromHere({ socket, headers }: Request): boolean {
  const url = `http://${headers.host ?? ''}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isOwnName = host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
  return isOwnName && isLoopback(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
