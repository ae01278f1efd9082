import { PostgresScheduledMessages } from '../../../adapters/areas/texting/postgres-scheduled-messages.js';
import { Database } from '../../../adapters/storage/database.js';
import { scheduledMessageEvents } from '../../../application/areas/texting/scheduled-message.view.js';
import { Announcer, unannounced, type Announced } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { Conflict } from '../../../domain/shared/errors.js';
import { changed } from '../../../domain/shared/events.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { traced } from '../../support/traced.js';

let service: TestService;
let shop: TestShop;
let messages: ScheduledMessage[];
/** two ports with queues of their own, as two processes have them */
let ports: PostgresScheduledMessages[];

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
  messages = [];
  for (let n = 0; n < 4; n += 1) messages.push(await aScheduledMessage(service, shop, { body: 'a' }));
  ports = [1, 2].map(() => new PostgresScheduledMessages(service.container.get(Database)));
});
afterAll(() => service.stop());

const longer = (before: ScheduledMessage) => unannounced({ ...before, body: `${before.body}x` }, true);
const bodies = async (): Promise<string[]> =>
  (await service.sql<{ body: string }>('select body from scheduled_messages where shop_id = $1', [shop.id])).map(
    ({ body }) => body,
  );

it('changes of the same records at the same time by two processes are all stored', async () => {
  const times = Array.from({ length: 10 });
  await Promise.all(times.flatMap(() => ports.flatMap((port) => messages.map(({ id }) => port.change(shop.id, id, longer)))));
  expect(await bodies()).toEqual(messages.map(() => `a${'x'.repeat(20)}`));
});

it('a change that comes between the reading and the writing of others is not lost', async () => {
  const { id } = messages[0]!;
  const changes: Promise<unknown>[] = [];
  const tap = new SqlTap((client, { text }) => {
    if (!text.includes('update_many') || changes.length > 0) return;
    // The connection carries it out before the statement that it is about to send.
    const sql = `update scheduled_messages set body = 'y', version = version + 1 where shop_id = $1 and id = $2`;
    changes.push(client.query(sql, [shop.id, id]));
  });
  await Promise.all(messages.map((message) => ports[0]!.change(shop.id, message.id, longer))).finally(() => {
    tap.close();
  });
  expect(await Promise.all(changes)).toMatchObject([{ rowCount: 1 }]);
  expect((await bodies()).toSorted()).toEqual(['ax', 'ax', 'ax', 'yx']);
});

it('changes that are stored together tell their events with the traces of their own calls', async () => {
  const announcer = service.container.get(Announcer);
  const change = (before: ScheduledMessage): Announced<ScheduledMessage> => {
    const decision = changed({ ...before, body: 'x' }, service.clock.now(), [{ type: 'scheduled_message.updated' }] as const);
    return announcer.announce(scheduledMessageEvents, before, decision, NO_CAUSE);
  };
  const traces = await traced(
    messages.map(
      ({ id }) =>
        () =>
          ports[0]!.change(shop.id, id, change),
    ),
  );
  const told = await service.sql<{ id: string; trace: string }>(
    `select data ->> 'id' as id, trace from outbox where shop_id = $1 and type = 'scheduled_message.updated'`,
    [shop.id],
  );
  expect(new Map(told.map((event) => [event.id, event.trace]))).toEqual(new Map(messages.map(({ id }, n) => [id, traces[n]])));
});

it('a change that is refused, one without a change and one of an unknown record leave the others alone', async () => {
  const [first, second, third, fourth] = messages as [ScheduledMessage, ScheduledMessage, ScheduledMessage, ScheduledMessage];
  const port = ports[0]!;
  const results = await Promise.allSettled([
    port.change(shop.id, first.id, longer),
    port.change(shop.id, second.id, () => {
      throw new Conflict('no');
    }),
    port.change(shop.id, third.id, (before) => unannounced(before, false)),
    port.change((await service.shop()).id, fourth.id, longer),
    port.change(shop.id, fourth.id, longer),
  ]);
  expect(results).toEqual([
    { status: 'fulfilled', value: expect.objectContaining({ id: first.id, body: 'ax' }) },
    { status: 'rejected', reason: new Conflict('no') },
    { status: 'fulfilled', value: third },
    { status: 'fulfilled', value: null },
    { status: 'fulfilled', value: expect.objectContaining({ id: fourth.id, body: 'ax' }) },
  ]);
  expect((await bodies()).toSorted()).toEqual(['a', 'a', 'ax', 'ax']);
});

it('a value that the database refuses keeps only its own change from being stored', async () => {
  const refused = messages[1]!.id;
  await service.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  await service.sql(
    `create trigger refuse before update on scheduled_messages for each row when (new.id = '${refused}') execute function refuse()`,
  );
  try {
    const changes = messages.map(({ id }) => ports[0]!.change(shop.id, id, longer));
    const ends = (await Promise.allSettled(changes)).map(({ status }) => status);
    expect(ends).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  } finally {
    await service.sql('drop function refuse cascade');
  }
  expect((await bodies()).toSorted()).toEqual(['a', 'ax', 'ax', 'ax']);
});
