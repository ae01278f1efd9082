import { toId, type Id, type ShopId } from '../../../domain/shared/id.js';

/** The fixed ids by which the demo's shops are recognised. The demo's keys belong to the first shop. */
export const DEMO_SHOP_ID = knownId<'Shop'>('00000000-0000-7000-8000-00000000de30') satisfies ShopId;
export const LONDON_SHOP_ID = knownId<'Shop'>('00000000-0000-7000-8000-00000000de31') satisfies ShopId;
export const TOKYO_SHOP_ID = knownId<'Shop'>('00000000-0000-7000-8000-00000000de32') satisfies ShopId;

export function knownId<Kind extends string>(text: string): Id<Kind> {
  const id = toId<Kind>(text);
  if (id === null) throw new Error(`${text} is no UUID`);
  return id;
}
