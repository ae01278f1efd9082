import { mcpClients } from '../../support/mcp-clients.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  shop = await service.shop();
});

describe.each(mcpClients)('%s', (_, connect) => {
  it('lists the tools and calls three of them', async () => {
    const answers: string[] = [];
    const client = await connect({ ...shop.full, answers });
    expect(client.serverName()).toBe('shop-operations-api');
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['tasks.assignees', 'tasks.create', 'tasks.list']));
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);

    const created = await client.call('tasks.create', { title: 'Order brake pads', due_at: '2026-03-05T09:00:00-05:00' });
    expect(created.structuredContent).toMatchObject({
      title: 'Order brake pads',
      status: 'open',
      due_at: '2026-03-05T14:00:00.000Z',
    });
    expect(JSON.parse(created.content[0]?.text ?? '')).toEqual(created.structuredContent);
    expect((await client.call('tasks.list')).structuredContent).toMatchObject({
      total: 1,
      items: [{ title: 'Order brake pads' }],
    });
    expect((await client.call('tasks.assignees')).structuredContent).toEqual({ items: [] });
    await client.close();
    // A 405 is right when the client asks for an event stream, because the service has none.
    expect(
      answers.filter((answer) => !/^(POST 200 application\/json; charset=utf-8|POST 202 null|GET 405 .*)$/.test(answer)),
    ).toEqual([]);
  });

  it('receives an error of an operation as a result, and an unknown tool as an error', async () => {
    const client = await connect(shop.full);
    await client.list();
    const refused = await client.call('tasks.create', { title: '' });
    expect(refused).toMatchObject({ isError: true, content: [{ type: 'text' }, { type: 'text' }] });
    expect(refused.structuredContent).toBeUndefined();
    expect(JSON.parse(refused.content[1]?.text ?? '')).toEqual({
      error: { code: 'validation_error', message: 'title: title is required' },
    });
    await expect(client.call('tasks.forget')).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('sees only the tools that its key may call', async () => {
    const client = await connect(shop.read);
    expect((await client.list()).map(({ name }) => name)).not.toContain('tasks.create');
    expect(JSON.parse((await client.call('tasks.create', { title: 'x' })).content[1]?.text ?? '')).toMatchObject({
      error: { code: 'insufficient_scope' },
    });
    await client.close();
  });

  it('cannot connect without a live key', async () => {
    await expect(connect({ url: service.url, token: 'sk_shop_x' })).rejects.toThrow();
  });
});
