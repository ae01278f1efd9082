import { erasing, rowsIn, type Erasing } from '../../storage/erasure/eraser.js';
import { optOutTable } from './opt-out.table.js';

const DELETE_DIGESTS = 'delete from opt_outs t where t.shop_id = $1 and t.number = any($2::text[])';
const HIDE = `update opt_outs t set number = $3, note = null, version = t.version + 1 where t.shop_id = $1 and t.number = $2`;

/** The number of a block becomes a digest, so that the block still holds for whoever has the number. */
export const optOutErasure = erasing(optOutTable, async (given: Erasing) => {
  const { client, person, digests } = given;
  let hidden = 0;
  for (const number of person.numbers) {
    const known = digests.of(person.shop, number);
    const isThere = await client.query('select from opt_outs t where t.shop_id = $1 and t.number = $2', [person.shop, number]);
    if (rowsIn(isThere) === 0) continue;
    await client.query(DELETE_DIGESTS, [person.shop, known]);
    hidden += rowsIn(await client.query(HIDE, [person.shop, number, known[0]]));
  }
  return hidden;
});
