import { Expose, Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateBy, type ValidationArguments } from 'class-validator';
import ipaddr from 'ipaddr.js';

/** Converts a setting's text to its value. A text that cannot be converted stays as it is, and a check refuses it. */
type Made = (text: string) => unknown;
type Problem = string | ((value: unknown) => string);

/** Declares a setting that may be absent. An absent setting keeps its default. A default of null is not checked. */
function setting(made: Made, ...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return needed(made, IsOptional(), ...checks);
}

/** Declares a setting whose checks also run when it is absent. */
function needed(made: Made, ...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    Expose()(target, key);
    Transform(({ value }: TransformFnParams) => made(value as string))(target, key); // values of the environment are strings
    for (const check of checks) check(target, key);
  };
}

/**
 * Declares a check of a setting.
 * @param problem the words after the setting's name in the error message; they must not contain the value of a secret
 */
export function check(holds: (value: unknown, settings: object) => boolean, problem: Problem): PropertyDecorator {
  return ValidateBy({
    name: 'setting',
    validator: {
      validate: (value, args) => holds(value, args?.object ?? {}),
      defaultMessage: (args) => (typeof problem === 'string' ? problem : problem(args?.value)),
    },
  });
}

const not = (problem: string) => ({ message: ({ value }: ValidationArguments) => `${problem}, not "${value}"` });
const asItIs: Made = (text) => text;
/** The parts of a list with commas. */
export const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function Word(): PropertyDecorator {
  return setting(asItIs);
}

export function WholeNumber(
  min: number,
  max = Number.MAX_SAFE_INTEGER,
  ...checks: readonly PropertyDecorator[]
): PropertyDecorator {
  const message = not(`must be a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`);
  const made: Made = (text) => (/^\d+$/.test(text) ? Number(text) : text);
  return setting(made, ...checks, Max(max, message), Min(min, message), IsInt(message));
}

const SPELLED: Readonly<Record<string, boolean>> = { on: true, off: false, true: true, false: false, 1: true, 0: false };

export function Switch(...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return setting((text) => SPELLED[text] ?? text, ...checks, IsBoolean(not('must be one of on, off, true, false, 1, 0')));
}

export function Choice(values: readonly string[], ...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return setting(asItIs, ...checks, IsIn(values, not(`must be one of ${values.join(', ')}`)));
}

/** Declares a setting that is an address. The error message does not repeat the address, because it may contain a password. */
export function Address(protocols: readonly string[], { orOff = false } = {}): PropertyDecorator {
  const holds = (text: unknown): boolean =>
    typeof text === 'string' && ((orOff && text === 'off') || (URL.canParse(text) && protocols.includes(new URL(text).protocol)));
  return setting(asItIs, check(holds, `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`));
}

/** An address of Redis. Its path may be the number of a database: the client would ask for any other path, and fail. */
export function RedisAddress(): PropertyDecorator {
  const holds = (text: unknown): boolean => {
    if (typeof text !== 'string' || !URL.canParse(text)) return false;
    const { protocol, pathname, searchParams } = new URL(text);
    return ['redis:', 'rediss:'].includes(protocol) && /^\/?\d{0,5}$/.test(pathname) && !searchParams.has('db');
  };
  return setting(
    asItIs,
    check(holds, 'must be an address beginning with redis:// or rediss://, and may end with a database number'),
  );
}

export function Written(form: RegExp, example: string, ...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return needed(asItIs, ...checks, Matches(form, { message: `must be ${example}` }));
}

export function Names(): PropertyDecorator {
  return setting(partsOf);
}

export function Keys(...checks: readonly PropertyDecorator[]): PropertyDecorator {
  return needed(partsOf, ...checks);
}

export function Origins(): PropertyDecorator {
  const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : 'null');
  const made: Made = (text) => partsOf(text).map((one) => (originOf(one) === 'null' ? one : originOf(one)));
  return list(made, (one) => originOf(one) === one, 'must list origins such as https://shop.example');
}

/**
 * Declares the trusted proxies as a list of subnets. A number of proxies would not be safe, because a client can add addresses to
 * X-Forwarded-For.
 */
export function Subnets(): PropertyDecorator {
  const made: Made = (text) => (text === 'off' ? [] : partsOf(text));
  return list(made, isSubnet, 'must be off or list subnets such as 10.0.0.0/8');
}

/** Declares a setting with several values. The error message names the first wrong value. */
function list(made: Made, isRight: (one: string) => boolean, rule: string): PropertyDecorator {
  const wrongIn = (all: unknown): string | undefined => (all as readonly string[]).find((one) => !isRight(one)); // `made` returns texts
  const holds = (all: unknown): boolean => wrongIn(all) === undefined;
  const problem = (all: unknown): string => `${rule}, not "${wrongIn(all)}"`;
  return setting(made, check(holds, problem));
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
