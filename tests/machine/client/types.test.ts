import {
  ShopOperationsError,
  type FeedEvent,
  type Gone,
  type Lead,
  type ShopEvent,
  type ShopOperations,
} from '../../../client/source/shop-operations.js';

/** `npm run typecheck` is the test: it fails where a line that should be wrong is right, and where a line that should be right is wrong. */
export async function typed(shop: ShopOperations, event: ShopEvent, followed: FeedEvent): Promise<unknown[]> {
  const lead: Lead = await shop.leads.create({ name: 'Dana Whitfield' });
  // @ts-expect-error -- a lead needs a name
  await shop.leads.create({ phone: '613 555 0142' });
  // @ts-expect-error -- no field has this name
  await shop.leads.create({ name: 'Dana Whitfield', phnoe: '613 555 0142' });
  // @ts-expect-error -- a status is one of a few
  shop.leads.list({ status: 'nwe' });
  // @ts-expect-error -- no operation has this name
  await shop.leads.remove({ id: lead.id });
  // @ts-expect-error -- jobs are not made by the API
  await shop.jobs.create({});
  // @ts-expect-error -- an answer has no such field
  const misspelt: unknown = lead.nmae;
  // @ts-expect-error -- the client has another name for it
  await shop.tasks.create({ title: 'Call back', conversation: 'a-thread' });
  // @ts-expect-error -- the client has another name for it
  await shop.tasks.change({ id: 'a-task', staff_id: 'a-person' });
  // @ts-expect-error -- the client makes the key
  await shop.leads.create({ name: 'Dana Whitfield', idempotency_key: 'my-own-key-1' });
  const { conversation_id: thread } = await shop.tasks.create({
    title: 'Call back',
    conversation_id: 'a-thread',
    assigned_to: 'a-person',
  });

  const [first] = await shop.leads.list().all({ max: 1 });
  const all: Lead[] = await shop.leads.list({ status: 'new' }).all({ max: 10 });
  const changed: (Lead | Gone)[] = await shop.leads.list({ updated_since: '2026-03-02T15:00:00Z' }).all({ max: 10 });
  // @ts-expect-error -- a list of changes also tells what is gone
  const present: Lead[] = await shop.leads.list({ updated_since: '2026-03-02T15:00:00Z' }).all({ max: 10 });
  // @ts-expect-error -- a page is needed as a whole only if its size is known
  await shop.leads.list().all();

  if (event.type === 'call.missed') event.data.from.slice(1);
  // @ts-expect-error -- before its type is known, an event has no such field
  const unknown: unknown = event.data.from;
  // @ts-expect-error -- no event has this type
  if (event.type === 'call.mised') all.pop();
  const place: number = followed.number;
  // @ts-expect-error -- a ping of a webhook has no place in the feed
  const none: number = event.number;
  for await (const one of shop.events.follow({ types: ['lead.created'] })) {
    const created: string = one.data.name;
    // @ts-expect-error -- other kinds do not come
    const missed: 'call.missed' = one.type;
    all.pop();
    if (created === missed) return [];
  }

  const error: unknown = await shop.request('leads.read', { id: lead.id }).catch((reason: unknown) => reason);
  if (error instanceof ShopOperationsError && error.code === 'conflict') error.existing?.id?.slice(1);
  // @ts-expect-error -- no failure has this code
  if (error instanceof ShopOperationsError && error.code === 'conflcit') all.pop();
  // @ts-expect-error -- the operation needs an id
  await shop.request('leads.read', {});
  return [thread, first, changed, present, place, none, misspelt, unknown];
}

it('the wrong lines of this file are those that the compiler refuses', () => {
  expect(typed).toBeInstanceOf(Function);
});
