/** The address and the key with which a program connects to the tool endpoint. */
export interface Connection {
  /** the address of the endpoint, with the parameters that choose tools: `https://shop.example/api/mcp?sections=inbox` */
  readonly url: string;
  readonly key: string;
}

/** The text in place of a key that is not known. */
export const NO_KEY = 'YOUR_API_KEY';

/** The environment variable from which configuration files take the key. */
export const KEY_VARIABLE = 'SHOP_OPS_KEY';

/**
 * Adds the parameter that lists tools as `tasks_create`, because large model providers refuse a dot in a tool's name. An address
 * that has the parameter stays as it is.
 */
export function withoutDots({ url, key }: Connection): Connection {
  if (new URL(url).searchParams.has('names')) return { url, key };
  return { url: `${url}${url.includes('?') ? '&' : '?'}names=underscore`, key };
}
