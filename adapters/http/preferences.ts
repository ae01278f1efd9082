import type { Request } from './locals.js';

/**
 * Tells whether a request prefers this: `Prefer: handling=strict` (RFC 7240). Where it states a preference twice, the first one
 * counts.
 */
export function prefers({ headers }: Pick<Request, 'headers'>, preference: string, value: string): boolean {
  const { prefer } = headers;
  if (prefer === undefined) return false; // most requests state none
  const stated = [prefer].flat().join(',').split(',').map(read);
  return stated.find(({ name }) => name === preference)?.value === value;
}

/** Reads a preference without its parameters. Names have no case, and a value may be quoted. */
function read(stated: string): { readonly name: string; readonly value: string } {
  const [name = '', value = ''] = (stated.split(';')[0] ?? '').split('=');
  return {
    name: name.trim().toLowerCase(),
    value: value
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  };
}
