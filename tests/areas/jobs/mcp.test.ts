import { aStoredJob } from '../../support/builders/a-job.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

const NOBODY = '018f0000-0000-7000-8000-000000000000';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('the tool jobs.list', () => {
  it('answers a model as the capability endpoint and the REST list answer a program', async () => {
    const dana = await aCustomer(shop.full);
    const job = await aStoredJob(service, shop, dana, { stage: 'ready' });
    await aStoredJob(service, shop, dana, { stage: 'ready', origin: 'import' });
    const args = { stage: 'ready', customer_id: dana.id, imported: false };
    const { structuredContent } = await shop.read.tool('jobs.list', args);
    const { data } = (await shop.read.get(`/jobs?stage=ready&customer_id=${dana.id}`)).body;
    const names = { customer_name: dana.name, vehicle_label: null, assignee_name: null };
    expect(structuredContent).toEqual({
      items: data.map((one: object) => ({ ...one, ...names })),
      total: 1,
      omitted: 0,
      next_offset: null,
    });
    expect(structuredContent).toEqual((await shop.read.post('/jobs/list', args)).body.data);
    expect(structuredContent.items[0].id).toBe(job.id);
  });

  it('names the wrong argument and its error', async () => {
    for (const [args, message] of [
      [{ stage: 'done' }, 'stage: must be one of'],
      [{ assigned_to: NOBODY }, 'assigned_to: '],
      [{ imported: 'yes' }, 'imported: must be'],
    ] as const) {
      const { isError, content } = await shop.read.tool('jobs.list', args);
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining(message)]);
    }
  });

  it('is listed only for keys that may act in its section', async () => {
    const names = async (key: typeof shop.full): Promise<string[]> =>
      (await key.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).body.result.tools.map(
        ({ name }: { name: string }) => name,
      ) as string[];
    expect(await names(shop.full)).toContain('jobs.list');
    const viewing = await names(await service.key(shop.id, { grants: { 'jobs.manage': 'view', 'inbox.access': 'act' } }));
    expect(viewing).not.toContain('jobs.list');
    expect(viewing).not.toEqual([]);
  });
});
