import type { Api } from '../../support/api.js';
import { clientOf } from './clients.js';
import { CuttingProxy, seeded } from './cutting-proxy.js';

/** About what one write needs on a connection, in both directions. */
const EXCHANGE_BYTES = 1600;
const WRITERS = 8;

/**
 * Creates leads through a proxy that cuts the connection of about every tenth write at a random byte.
 * @returns the ids that the client was told, by the name of the lead, and how many connections were cut
 */
export async function writeThroughCuts(
  api: Api,
  count: number,
  seed: number,
): Promise<{ ids: Map<string, string>; cuts: number }> {
  const random = seeded(seed);
  const proxy = await CuttingProxy.before(api.url, () => Math.floor(random() * 2 * 10 * EXCHANGE_BYTES));
  const client = clientOf(api, { baseUrl: proxy.url, maxRetries: 12, timeoutMs: 120_000 });
  const ids = new Map<string, string>();
  let begun = 0;
  const write = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const name = `Lead ${begun}`;
      const { id } = await client.leads.create({ name, notes: 'She asks for new brakes.' });
      ids.set(name, id);
    }
  };
  try {
    await Promise.all(Array.from({ length: WRITERS }, write));
  } finally {
    await proxy.close();
  }
  return { ids, cuts: proxy.cuts };
}
