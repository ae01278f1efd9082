import { provisionShops } from '../../bench/world.mjs';
import { openSql } from './calls.mjs';
import { contactNumber, createCustomers, openTexting, posted } from './texting.mjs';

/**
 * Creates shops in which every text has a canary, a word that only the texts of this shop have. Each shop has two customers, with
 * the same numbers in all shops, and a thread with the first of them.
 * @returns `{ id, token, canary, customers, conversation }` for each shop
 */
export async function openShops(world, url, amount) {
  const canaries = Array.from({ length: amount }, (_, nth) => `canary-${String(nth).padStart(2, '0')}`);
  const provisioned = await provisionShops(world.databaseUrl, canaries);
  const sql = openSql(world.databaseUrl);
  const shops = [];
  for (const [nth, { shop, token }] of provisioned.entries()) {
    const canary = canaries[nth];
    const api = { url, token };
    await openTexting(sql, shop.id);
    const customers = await createCustomers(api, [contactNumber(1), contactNumber(2)], `Dana ${canary}`);
    const text = { customer_id: customers[0], body: `The car of ${canary} is ready.` };
    const { data } = await posted(api, '/api/v1/comms/send_text', text);
    shops.push({ id: shop.id, token, canary, customers, conversation: data.conversation });
  }
  await sql.end();
  return shops;
}
