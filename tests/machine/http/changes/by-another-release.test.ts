import { randomUUID } from 'node:crypto';
import { aLead } from '../../../support/builders/records.js';
import { ChangeReader } from '../../../support/follow-changes.js';
import { sharedTestService, type TestService } from '../../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

it('changes by a release that knows nothing of them are told', async () => {
  const shop = await service.shop();
  const lead = await aLead(shop.full);
  const changes = new ChangeReader(service, shop.read, '/leads');
  await changes.news();
  await service.sql(`update leads set status = 'won', version = version + 1 where id = $1`, [lead.id]);
  await service.sql(
    `insert into leads (shop_id, id, first_name, status, created_at, version) values ($1, $2, 'Morgan', 'new', now(), 1)`,
    [shop.id, randomUUID()],
  );
  expect((await changes.news()).map(({ status, name }) => [status, name])).toEqual([
    ['won', 'Dana Whitfield'],
    ['new', 'Morgan'],
  ]);
});
