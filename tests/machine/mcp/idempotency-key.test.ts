import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
let keys = 0;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

function freshKey(): string {
  keys += 1;
  return `order-${keys}`;
}

describe('the argument idempotency_key of a tool', () => {
  const create = (
    args: object,
  ): Promise<{ isError?: boolean; structuredContent?: { id: string }; content: { text: string }[]; _meta?: object }> =>
    shop.full.tool('tasks.create', args);
  const REPLAYED = { 'shop-ops/replayed': true };
  const MARKED = { 'shop-ops/untrusted': ['title'] };
  const tasks = async (): Promise<number> => (await shop.full.get('/tasks')).body.meta.total;

  it('marks a call as a repetition, with its arguments in any order', async () => {
    const idempotency_key = freshKey();
    const first = await create({ title: 'Call back', priority: 'high', idempotency_key });
    const second = await create({ idempotency_key, priority: 'high', title: 'Call back' });
    expect(second.structuredContent).toEqual(first.structuredContent);
    const third = await create({ idempotency_key, priority: 'high', title: 'Call back', notes: null });
    expect(third.structuredContent).toEqual(first.structuredContent);
    expect(first.structuredContent?.id).toBeDefined();
    expect(await tasks()).toBe(1);
  });

  it('makes the answer of a repetition say that it is one', async () => {
    const wanted = { title: 'Call back', idempotency_key: freshKey() };
    const [first, second] = [await create(wanted), await create(wanted)];
    expect([first._meta, second._meta]).toEqual([MARKED, { ...REPLAYED, ...MARKED }]);
    expect(second.content[0]).toEqual(first.content[0]);
    expect(second.content.slice(1)).toEqual([
      { type: 'text', text: expect.stringMatching(/earlier call with this idempotency_key, not the present state/) },
      first.content[1],
    ]);
  });

  it('is refused with other arguments, or with those of a REST call', async () => {
    const idempotency_key = freshKey();
    await create({ title: 'Call back', idempotency_key });
    const other = await create({ title: 'Call again', idempotency_key });
    expect(other.isError).toBe(true);
    expect(other.content[0]?.text).toBe(
      'idempotency_key: this key was used for another call; use a new one, or repeat that call exactly.',
    );
    expect(other.content[1]?.text).toContain('validation_error');
    expect((await shop.full.post('/tasks/create', { title: 'Call back' }, { 'idempotency-key': idempotency_key })).status).toBe(
      422,
    );
    expect(await tasks()).toBe(1);
  });

  it('stores a refusal of the arguments, and no other refusal', async () => {
    const idempotency_key = freshKey();
    const wrong = { title: '', staff_id: 'Morgan', job_id: 'the: brakes', idempotency_key };
    const [first, second] = [await create(wrong), await create(wrong)];
    expect(first.content[0]?.text).toMatch(
      /^title: is required; job_id: .*; staff_id: .* Correct what the message names and call again with a new idempotency_key\.$/,
    );
    expect(second).toMatchObject({
      isError: true,
      _meta: REPLAYED,
      content: [...first.content, { text: expect.stringContaining('earlier call') }],
    });
    const unknown = { title: 'Call back', staff_id: '018f0000-0000-7000-8000-000000000000', idempotency_key: freshKey() };
    expect((await create(unknown)).content[1]?.text).toContain('internal_error');
    await service.sql(
      `insert into staff (shop_id, id, user_id, name, role, active, created_at) values ($1, $2, $2, 'Front desk', 'owner', true, now())`,
      [shop.id, unknown.staff_id],
    );
    expect((await create(unknown)).structuredContent?.id).toBeDefined();
  });

  it('counts as absent if it is null, and is refused if it is malformed', async () => {
    await create({ title: 'Call back', idempotency_key: null });
    await create({ title: 'Call back', idempotency_key: null });
    expect(await tasks()).toBe(2);
    const refused = await create({ title: 'Call back', idempotency_key: 7 });
    expect(refused.content[1]?.text).toMatch(/idempotency_key: /);
  });

  it('is an unknown argument of a tool that writes nothing', async () => {
    for (const idempotency_key of [freshKey(), null]) {
      const { isError, content } = await shop.full.tool('tasks.list', { idempotency_key });
      expect(isError).toBe(true);
      expect(content[0].text).toMatch(
        /^idempotency_key: is not an argument of tasks\.list; .* call again without idempotency_key, which only writing tools take\.$/,
      );
    }
  });
});
