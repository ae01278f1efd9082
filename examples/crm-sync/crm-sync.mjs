import { ShopOperationsError } from 'shop-operations-client';

const KINDS = ['leads', 'customers'];
/** The kind of record of each event that matters here. */
const KIND_OF = {
  'lead.created': 'leads',
  'lead.updated': 'leads',
  'lead.status_changed': 'leads',
  'customer.created': 'customers',
  'customer.updated': 'customers',
};

/**
 * Brings the leads and customers of a shop into a CRM: first all of them by lists, then each change by the feed of events. It may be
 * stopped at any time, and goes on where it was.
 * @param crm `place()` and `keepPlace(place)` remember how far it is, `save(kind, records)` and `remove(kind, ids)` may be repeated
 * @param signal ends it
 */
export async function syncCrm(shop, crm, signal) {
  while (!signal.aborted) {
    const place = (await crm.place()) ?? (await beginning(shop));
    await readLists(shop, crm, place, signal);
    try {
      await followEvents(shop, crm, place, signal);
    } catch (error) {
      // It was away for longer than events are kept, so it begins anew.
      if (!(error instanceof ShopOperationsError) || error.field !== 'after') throw error;
      await crm.keepPlace(await beginning(shop));
    }
  }
}

/** The place in the feed comes first: what changes while the lists are read is told by the events after it. */
async function beginning(shop) {
  const { meta } = await shop.events.list({ after: 'latest', limit: 1 }).page();
  return { position: meta.next_after, next: Object.fromEntries(KINDS.map((kind) => [kind, { limit: 100 }])) };
}

async function readLists(shop, crm, place, signal) {
  for (const kind of KINDS) {
    while (place.next[kind] !== null && !signal.aborted) {
      const { items, next } = await shop[kind].list(place.next[kind]).page();
      await crm.save(kind, items);
      place.next[kind] = next;
      await crm.keepPlace(place);
    }
  }
}

async function followEvents(shop, crm, place, signal) {
  const types = [...Object.keys(KIND_OF), 'customer.erased'];
  for await (const { number, type, data } of shop.events.follow({ after: place.position, types, signal })) {
    if (type === 'customer.erased') {
      await crm.remove('customers', [data.id]);
      await crm.remove('leads', data.leads);
    } else {
      const { previous: _, ...record } = data;
      await crm.save(KIND_OF[type], [record]);
    }
    place.position = number;
    await crm.keepPlace(place);
  }
}
