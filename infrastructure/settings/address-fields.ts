import { ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { Invalid } from '../../application/kernel/fields/field.js';
import { wordsIn } from '../../application/kernel/fields/operator-input.js';
import { present } from '../../application/kernel/fields/presence.js';

/** An address. The error message does not repeat it, because it may contain a password. */
export function Address(protocols: readonly string[], { orOff = false } = {}): PropertyDecorator {
  const isOne = (text: string): boolean => (orOff && text === 'off') || protocols.includes(protocolOf(text));
  return addressField(isOne, `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`);
}

/** An address of Redis. Its path may be the number of a database: the client would ask for any other path, and fail. */
export function RedisAddress(): PropertyDecorator {
  const isOne = (text: string): boolean => {
    if (!['redis:', 'rediss:'].includes(protocolOf(text))) return false;
    const { pathname, searchParams } = new URL(text);
    return /^\/?\d{0,5}$/.test(pathname) && !searchParams.has('db');
  };
  return addressField(isOne, 'must be an address beginning with redis:// or rediss://, and may end with a database number');
}

function addressField(isOne: (text: string) => boolean, problem: string): PropertyDecorator {
  const validator = { validate: (value: unknown) => isOne(String(value)), defaultMessage: () => problem };
  const rules = [ValidateBy({ name: 'address', validator })];
  return present({ type: 'string', format: 'uri' }, { optional: true }, (raw) => raw, { rules });
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

export function Origins(): PropertyDecorator {
  const toOrigin = (text: string): string | null => {
    const origin = URL.canParse(text) ? new URL(text).origin : 'null';
    return origin === 'null' ? null : origin;
  };
  return listField(wordsIn, toOrigin, 'must list origins such as https://shop.example');
}

/** Subnets of trusted proxies. A number of proxies would not be safe, because a client can add addresses to X-Forwarded-For. */
export function Subnets(): PropertyDecorator {
  const partsIn = (text: string): readonly string[] => (text === 'off' ? [] : wordsIn(text));
  return listField(partsIn, (text) => (isSubnet(text) ? text : null), 'must be off or list subnets such as 10.0.0.0/8');
}

/** A list. The error message names the first wrong part. */
function listField(
  partsIn: (text: string) => readonly string[],
  toPart: (text: string) => string | null,
  rule: string,
): PropertyDecorator {
  return present({ type: 'array', items: { type: 'string' } }, { optional: true }, (raw) => {
    const parts = partsIn(String(raw)).map((text) => toPart(text) ?? new Invalid(`${rule}, not "${text}"`));
    return parts.find((part) => part instanceof Invalid) ?? parts;
  });
}

function isSubnet(text: string): boolean {
  return isAddress(text.replace(/\/\d+$/, '')) && (ipaddr.isValidCIDR(text) || ipaddr.isValid(text));
}

/**
 * Tells whether a text is an IP address. An IPv4 address needs all four parts: some programs read `1` as an IPv4 address, and
 * others as a number of proxies.
 */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
