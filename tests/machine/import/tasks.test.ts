import type { Answer } from '../../support/api.js';
import { importRows, type Imported, type Row } from '../../support/importing.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

interface Queue {
  readonly shop: TestShop;
  readonly bring: (...rows: readonly Row[]) => Promise<Imported>;
  readonly task: () => Promise<Answer['body']>;
  /** the id that the service gave to the record with this external id */
  readonly id: (table: string, externalId: string, column?: string) => Promise<string>;
}

/** A shop with the customers C and D, their threads T and U with the messages MT and MU, a job J of D, and three teammates. */
async function aQueue(): Promise<Queue> {
  const shop = await service.shop();
  const bring = (kind: string, rows: readonly Row[]): Promise<Imported> => importRows(service, shop, kind, rows);
  await bring('staff', [
    { external_id: 'advisor', name: 'Morgan Ellis', role: 'advisor' },
    { external_id: 'technician', name: 'Sam', role: 'technician' },
    { external_id: 'gone', name: 'Alex', role: 'advisor', active: false },
  ]);
  await bring('customers', [
    { external_id: 'C', name: 'Customer C', email: 'C@example.com' },
    { external_id: 'D', name: 'Customer D', email: 'D@example.com' },
  ]);
  await bring('jobs', [{ external_id: 'J', customer_external_id: 'D', title: 'Wrap' }]);
  const messages = (id: string): Row[] => [{ external_id: id, direction: 'inbound', body: 'Hello' }];
  await bring('conversations', [
    { external_id: 'T', channel: 'sms', customer_external_id: 'C', messages: messages('MT') },
    { external_id: 'U', channel: 'sms', customer_external_id: 'D', messages: messages('MU') },
  ]);
  const task = (row: Row): Row => ({ external_id: 'K', title: 'Call back', ...row });
  return {
    shop,
    bring: (...rows) => bring('tasks', rows.map(task)),
    task: async () => (await shop.read.get('/tasks?status=all')).body.data[0],
    id: async (table, externalId, column = 'id') => {
      const known = `select ${column} as id from ${table} where shop_id = $1 and external_id = $2`;
      const [row] = await service.sql<{ id: string }>(known, [shop.id, externalId]);
      return row!.id;
    },
  };
}

const THEN = '2024-06-03T15:00:00.000Z';
const LATER = '2024-06-04T15:00:00.000Z';

describe('an import of tasks', () => {
  it('leaves tasks that the API can change further', async () => {
    const { shop, bring, task } = await aQueue();
    await bring({ status: 'done', completed_at: THEN });
    const { body } = await shop.full.post(`/tasks/${(await task()).id}`, { reopen: true });
    expect(body.data).toMatchObject({ status: 'open', completed_at: null });
    expect((await shop.read.get('/tasks')).body.meta.total).toBe(1);
  });
});

describe('the completion time of an imported task', () => {
  const times = async (...rows: readonly Row[]): Promise<unknown> => {
    const { bring, task } = await aQueue();
    for (const row of rows) expect(await bring(row)).toMatchObject({ errors: [] });
    const { status, completed_at: completed } = await task();
    const [stored] = await service.sql<{ closed_at: string }>('select closed_at from tasks where id = $1', [(await task()).id]);
    return [status, completed, stored!.closed_at];
  };

  it('is the given one, or now by default', async () => {
    const now = service.clock.now();
    expect(await times({ status: 'done', completed_at: THEN })).toEqual(['done', THEN, THEN]);
    expect(await times({ status: 'done', completed_at: THEN, closed_at: LATER })).toEqual(['done', THEN, LATER]);
    expect(await times({ status: 'done', closed_at: LATER })).toEqual(['done', LATER, LATER]);
    expect(await times({ status: 'canceled', closed_at: THEN })).toEqual(['canceled', null, THEN]);
    expect(await times({ status: 'done' })).toEqual(['done', now, now]);
    expect(await times({ status: 'canceled' })).toEqual(['canceled', null, now]);
  });

  it('stays while the status stays, and is cleared with it', async () => {
    const now = service.clock.now();
    expect(await times({ status: 'done', completed_at: THEN }, { title: 'Other' }, { completed_at: null })).toEqual([
      'done',
      THEN,
      THEN,
    ]);
    expect(await times({ status: 'done', completed_at: THEN }, { status: 'canceled' })).toEqual(['canceled', null, now]);
    expect(await times({ status: 'done', completed_at: THEN }, { status: 'open' })).toEqual(['open', null, null]);
  });
});

describe('the links of an imported task', () => {
  const links = async ({ task, id }: Queue): Promise<unknown> => {
    const { conversation, customer_id: customer, message_id: message } = await task();
    const names = await Promise.all(
      [
        ['conversations', 'T', 'U'],
        ['customers', 'C', 'D'],
        ['messages', 'MT', 'MU'],
      ].map(async ([table, ...known]) => {
        const ids = await Promise.all(known.map(async (name) => [await id(table!, name), name] as const));
        return new Map(ids);
      }),
    );
    return [conversation, customer, message].map((one, index) => names[index]!.get(one) ?? one);
  };

  it('follow from the message, or from the thread', async () => {
    for (const [fields, expected] of [
      [{ message_external_id: 'MT' }, ['T', 'C', 'MT']],
      [{ message_external_id: 'MT', conversation_external_id: '', customer_external_id: '' }, ['T', 'C', 'MT']],
      [{ conversation_external_id: 'T' }, ['T', 'C', null]],
      [{ customer_external_id: 'D', job_external_id: 'J' }, [null, 'D', null]],
    ] as const) {
      const queue = await aQueue();
      expect(await queue.bring(fields)).toMatchObject({ created: 1, errors: [] });
      expect(await links(queue)).toEqual(expected);
      expect(await queue.bring(fields)).toMatchObject({ unchanged: 1 });
    }
  });

  it('are refused if they disagree, with stored links too', async () => {
    for (const [before, fields, column] of [
      [{}, { message_external_id: 'MT', conversation_external_id: 'U' }, 'message_external_id'],
      [{}, { message_external_id: 'MT', customer_external_id: 'D' }, 'customer_external_id'],
      [{}, { conversation_external_id: 'T', customer_external_id: 'D' }, 'customer_external_id'],
      [{ conversation_external_id: 'T' }, { customer_external_id: 'D' }, 'customer_external_id'],
      [{ message_external_id: 'MT' }, { customer_external_id: 'D' }, 'customer_external_id'],
      [{ customer_external_id: 'C' }, { conversation_external_id: 'U' }, 'customer_id'],
    ] as const) {
      const queue = await aQueue();
      await queue.bring(before);
      expect(await queue.bring(fields)).toMatchObject({ updated: 0, errors: [{ line: 1, column }] });
      // Here both rows come in one batch.
      expect((await queue.bring({ external_id: 'L', ...before }, { external_id: 'L', ...fields })).errors).toMatchObject([
        { line: 2, column },
      ]);
    }
  });

  it('move to another thread or message as the API moves them', async () => {
    const queue = await aQueue();
    await queue.bring({ message_external_id: 'MT' });
    await queue.bring({ conversation_external_id: 'U', customer_external_id: 'D' });
    expect(await links(queue)).toEqual(['U', 'D', null]);
    await queue.bring({ message_external_id: 'MT', customer_external_id: 'C' });
    expect(await links(queue)).toEqual(['T', 'C', 'MT']);
    await queue.bring({ conversation: null });
    expect(await links(queue)).toEqual([null, 'C', null]);
  });
});

describe('the assignee of an imported task', () => {
  it('needs inbox access while the task is open, and may be anybody of the shop once it is finished', async () => {
    const { bring } = await aQueue();
    const rows = ['advisor', 'technician', 'gone'].flatMap((who) =>
      ['open', 'done', 'canceled'].map((status) => ({ external_id: `${who} ${status}`, status, assigned_to_external_id: who })),
    );
    const { errors } = await bring(...rows);
    expect(errors.map(({ line, column, value }) => [line, column, value])).toEqual([
      [4, 'assigned_to_external_id', 'technician'],
      [7, 'assigned_to_external_id', 'gone'],
    ]);
  });

  it('stays assigned after leaving the shop', async () => {
    const { shop, bring, task } = await aQueue();
    await bring({ assigned_to_external_id: 'advisor' });
    await importRows(service, shop, 'staff', [{ external_id: 'advisor', active: false }]);
    expect(await bring({ assigned_to_external_id: 'advisor', priority: 'low' })).toMatchObject({ updated: 1, errors: [] });
    expect(await task()).toMatchObject({ assignee_name: 'Morgan Ellis' });
  });

  it('is given by a user id, not a profile id', async () => {
    const { bring, id, task } = await aQueue();
    expect(await bring({ assigned_to: await id('staff', 'advisor') })).toMatchObject({
      errors: [{ column: 'assigned_to', reason: 'is no staff member of this shop' }],
    });
    await bring({ assigned_to: await id('staff', 'advisor', 'user_id') });
    expect(await task()).toMatchObject({ assignee_name: 'Morgan Ellis' });
  });
});
