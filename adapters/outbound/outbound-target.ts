import { isIP } from 'node:net';
import type { UrlRefusal } from '../../application/kernel/ports/outbound-http.js';
import type { OutboundPolicy } from './checked-addresses.js';

/** The most characters of a URL. Senders and receivers in practice stop at about 2,000, too. */
const MOST_CHARACTERS = 2048;
/** Blanks, line breaks, controls and backslashes. The URL parser would drop or convert them, so a URL would not say what it does. */
const CONVERTED = /[\s\p{Cc}\\]/u;
/** A URL with its two slashes and a host. The parser would also read `https:host` and `https:///host`. */
const WRITTEN_OUT = /^https?:\/\/(?<authority>[^/?#]+)/i;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;
/**
 * Top-level names that the public DNS never has (RFC 6761, RFC 6762, RFC 7686, RFC 8375, and ICANN's reservation of `internal`),
 * and the one that some systems give to themselves.
 */
const NEVER_PUBLIC = ['localhost', 'local', 'internal', 'home.arpa', 'onion', 'localdomain'];

/**
 * Reads a URL that somebody gave, by the WHATWG parser, which also makes `http://0x7f.1` and digits of other scripts into
 * `127.0.0.1`. The result has the host without the dot at its end. Names are not resolved here.
 */
export function targetOf(text: string, policy: OutboundPolicy): URL | UrlRefusal {
  if (text.length > MOST_CHARACTERS) return 'too_long';
  if (CONVERTED.test(text) || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(policy.http && url.protocol === 'http:')) return 'scheme';
  const authority = WRITTEN_OUT.exec(text)?.groups?.['authority'];
  if (authority === undefined) return 'not_a_url';
  if (authority.includes('@')) return 'userinfo';
  if (url.port !== '' && (!policy.anyPort || url.port === '0')) return 'port';
  const host = hostOf(url).replace(/\.$/, '');
  const refusal = refusalOfHost(host, policy);
  if (refusal !== null) return refusal;
  if (url.hostname.endsWith('.')) url.hostname = host;
  return url;
}

/** The host of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function refusalOfHost(host: string, { allows }: OutboundPolicy): UrlRefusal | null {
  if (isIP(host) !== 0) return allows === null || allows(host) ? null : 'address';
  const labels = host.split('.');
  if (host.length > LONGEST_NAME || !labels.every((label) => LABEL.test(label))) return 'not_a_url';
  if (allows === null) return null;
  const isNeverPublic = labels.length === 1 || NEVER_PUBLIC.some((name) => host.endsWith(`.${name}`));
  return isNeverPublic ? 'address' : null;
}
