import { AnnounceFollowup } from '../../../application/areas/leads/announce-followup.js';
import type { Lead } from '../../../domain/leads/lead.js';
import { aLead } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { importRows } from '../../support/importing.js';
import { eventsOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const HOUR = 3_600_000;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  service.clock.restart();
  shop = await service.shop();
});
afterAll(() => service.stop());

const inHours = (hours: number): string => new Date(Date.parse(service.clock.now()) + hours * HOUR).toISOString();
const set = async (lead: { readonly id: string }, change: object): Promise<void> => {
  expect((await shop.full.patch(`/leads/${lead.id}`, change)).status).toBe(200);
};
const dueEvents = async (lead: { readonly id: string }): Promise<unknown[]> =>
  (await eventsOf(service, lead)).filter(({ type }) => type === 'lead.followup_due');
async function announcedAfter(lead: { readonly id: string }, hours: number): Promise<number> {
  service.clock.pass(hours * HOUR);
  await doDueWork(service);
  return (await dueEvents(lead)).length;
}

test('a follow-up that somebody has set is announced at its time, once, with the lead as the API answers it', async () => {
  const lead = await aLead(shop.full);
  await set(lead, { next_followup_at: inHours(2) });
  expect(await announcedAfter(lead, 1.9)).toBe(0);
  expect(await announcedAfter(lead, 0.1)).toBe(1);
  expect(await announcedAfter(lead, 30)).toBe(1);
  const { data } = (await shop.read.get(`/leads/${lead.id}`)).body;
  expect(await dueEvents(lead)).toEqual([{ type: 'lead.followup_due', data, created_at: expect.anything() }]);
});

test('the time that a lead is born with is not announced', async () => {
  expect(await announcedAfter(await aLead(shop.full), 1)).toBe(0);
});

test('every value that is set is announced, and a value that was replaced is not', async () => {
  const lead = await aLead(shop.full);
  await set(lead, { next_followup_at: inHours(1) });
  await set(lead, { next_followup_at: inHours(3) });
  expect(await announcedAfter(lead, 2)).toBe(0);
  expect(await announcedAfter(lead, 1)).toBe(1);
  await set(lead, { next_followup_at: inHours(1) });
  expect(await announcedAfter(lead, 1)).toBe(2);
  await set(lead, { next_followup_at: inHours(1) });
  await set(lead, { next_followup_at: null });
  expect(await announcedAfter(lead, 2)).toBe(2);
});

test.each(['won', 'lost'])('a lead that is %s announces none, until it is taken up again', async (status) => {
  const lead = await aLead(shop.full);
  await set(lead, { next_followup_at: inHours(1), status });
  expect(await announcedAfter(lead, 2)).toBe(0);
  await set(lead, { status: 'contacted' });
  expect(await announcedAfter(lead, 0)).toBe(1);
});

test('a time that is more than a day ago is passed over, also when the service was down that long', async () => {
  const [lead, other] = [await aLead(shop.full), await aLead(shop.full)];
  await set(lead, { next_followup_at: inHours(-25) });
  await set(other, { next_followup_at: inHours(-23) });
  expect([await announcedAfter(lead, 0), await announcedAfter(other, 0)]).toEqual([0, 1]);
  await set(lead, { next_followup_at: inHours(1) });
  expect(await announcedAfter(lead, 26)).toBe(0);
});

test('a lead that was deleted announces none', async () => {
  const lead = await aLead(shop.full);
  await set(lead, { next_followup_at: inHours(1) });
  await service.sql('update leads set deleted_at = now() where id = $1', [lead.id]);
  expect(await announcedAfter(lead, 1)).toBe(0);
});

test('work that runs twice, at the same time or for a time that was moved meanwhile, announces nothing too much', async () => {
  const lead = await aLead(shop.full);
  const work = service.container.get(AnnounceFollowup);
  const payload = { shop: shop.id, id: lead.id as Lead['id'] }; // safe: the id of a lead
  const run = (): Promise<boolean[]> => Promise.all([work.run(payload), work.run(payload), work.run(payload)]);
  await set(lead, { next_followup_at: inHours(1) });
  service.clock.pass(HOUR);
  // The sweep has handed the lead over; then somebody moves the time.
  await service.sql('update leads set due_at = null where id = $1', [lead.id]);
  await set(lead, { next_followup_at: inHours(1) });
  await run();
  expect(await dueEvents(lead)).toHaveLength(0);
  expect(await announcedAfter(lead, 1)).toBe(1);
  await run();
  expect(await dueEvents(lead)).toHaveLength(1);
});

test('an import announces none, and its time takes the place of one that somebody has set', async () => {
  const lead = await aLead(shop.full);
  await set(lead, { next_followup_at: inHours(1) });
  const news = Array.from({ length: 20 }, (_, index) => ({ name: `Lead ${index}`, next_followup_at: inHours(1) }));
  await importRows(service, shop, 'leads', [...news, { id: lead.id, next_followup_at: inHours(2) }]);
  expect(await announcedAfter(lead, 3)).toBe(0);
  const waiting = await service.sql('select id from leads where shop_id = $1 and followup_to_announce is not null', [shop.id]);
  expect(waiting).toEqual([]);
});
