import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { react } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';

let service: TestService;
let inbox: Inbox;
let other: Inbox;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  [inbox, other] = [await Inbox.open(service), await Inbox.open(service)];
});
afterEach(() => resumeOutgoing(service));
afterAll(() => service.stop());

const told = async ({ shop }: Inbox): Promise<unknown> => {
  const rows = await service.sql<{ type: string; data: { held: string | null; reason: string | null } }>(
    `select type, data from outbox where type like 'texting.%' and shop_id = $1 order by created_at, id`,
    [shop.id],
  );
  return rows.map(({ type, data }) => [type, data.held, data.reason]);
};
const PAUSED = ['texting.paused', 'paused', null];
const RESUMED = ['texting.resumed', null, null];

it('a pause of the texts of a shop is told to this shop when it begins and when it ends', async () => {
  await pauseOutgoing(service, ['texts'], inbox.shop.id);
  expect([await told(inbox), await told(other)]).toEqual([[PAUSED], []]);
  await pauseOutgoing(service, ['texts'], inbox.shop.id);
  await resumeOutgoing(service, { shop: inbox.shop.id });
  expect([await told(inbox), await told(other)]).toEqual([[PAUSED, RESUMED], []]);
  await service.checkEvents();
});

it('a pause of all texts is told to every shop that texts, and not again when one of them has a pause of its own', async () => {
  await pauseOutgoing(service, ['texts']);
  await pauseOutgoing(service, ['texts'], inbox.shop.id);
  await resumeOutgoing(service, { shop: inbox.shop.id });
  expect([await told(inbox), await told(other)]).toEqual([[PAUSED], [PAUSED]]);
  await resumeOutgoing(service);
  expect([await told(inbox), await told(other)]).toEqual([
    [PAUSED, RESUMED],
    [PAUSED, RESUMED],
  ]);
});

it('a pause of what is no text is not told, because no GET shows what waits', async () => {
  await pauseOutgoing(service, ['emails', 'webhooks', 'fetches']);
  await resumeOutgoing(service);
  expect(await told(inbox)).toEqual([]);
});

it('the owners get no e-mail about a pause by hand', async () => {
  await aStaffMember(service, inbox.shop, { role: 'owner', email: 'owner@shop.example' });
  await pauseOutgoing(service, ['texts']);
  await react(service);
  expect(await inbox.handedOver()).toEqual([]);
});
