import { Messages } from '../../../application/areas/texting/messages.js';
import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';

/** So many that the index of their keys has three levels, and a smaller index looks cheaper to the planner. */
const MANY = 50_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('a message is claimed by its key, however many others wait', async () => {
  const inbox = await Inbox.open(service);
  const { shop } = inbox;
  await inbox.writes('Hello');
  const text = await inbox.queued({ conversation: (await inbox.threadOf()).id });
  await service.sql(`update messages set status = 'sent' where shop_id = $1`, [shop.id]);
  await service.sql(
    `insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from messages m cross join generate_series(1, $3) where m.shop_id = $1 and m.id = $2`,
    [shop.id, text.id, MANY],
  );
  await service.sql('vacuum analyze messages'); // the database knows that no message waits, as at most times
  const messages = service.container.get(Messages);
  const tap = new SqlTap();
  await messages.claimText(shop.id, text.id, { taken: 0, left: 1 });
  await messages.claim(shop.id, text.id);
  tap.close();
  const plans = await Promise.all(tap.statements.map(({ text: sql }) => service.sql(`explain (generic_plan, costs off) ${sql}`)));
  expect(plans).toHaveLength(2);
  for (const plan of plans.map((lines) => JSON.stringify(lines))) {
    expect(plan).toContain('messages_pkey');
    expect(plan).not.toContain('messages_under_way');
  }
});
