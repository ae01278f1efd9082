import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { killServices, startServiceProcess, type ServiceProcess } from '../../support/service-process.js';
import { usedMemory } from '../../support/used-memory.js';
import { clientOf } from './clients.js';
import { CuttingProxy } from './cutting-proxy.js';
import { next } from './events.js';
import { writeThroughCuts } from './writing.js';

const SEED = 20_260_303;
/** A longer run of the same tests: `WRITES=10000`, `LEADS=200000`. */
const WRITES = Number(process.env['WRITES'] ?? '3000');
const LEADS = Number(process.env['LEADS'] ?? '100000');
const DISCONNECTS = 50;
const RESTARTS = 5;

describe('the client', () => {
  let service: TestService;
  let shop: TestShop;

  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    shop = await service.shop();
  });
  afterAll(() => service.stop());

  it(`loses none of ${WRITES} writes over cut connections, and makes none twice (seed ${SEED})`, async () => {
    const { ids, cuts } = await writeThroughCuts(shop.full, WRITES, SEED);
    expect(cuts).toBeGreaterThan(WRITES / 40);
    const stored: [string, string][] = [];
    for await (const { name, id } of clientOf(shop.read).leads.list({ limit: 100 })) stored.push([name, id]);
    expect(stored.length).toBe(WRITES);
    expect(stored.filter(([name, id]) => ids.get(name) !== id)).toEqual([]);
  }, 600_000);

  it(`walks ${LEADS} leads and keeps only a page of them`, async () => {
    const { id } = (await shop.full.post('/leads', { name: 'The first' })).body.data as { id: string };
    const columns = (
      await service.sql<{ name: string }>(
        `select column_name as name from information_schema.columns
       where table_name = 'leads' and is_generated = 'NEVER' and column_name <> 'id'`,
      )
    ).map(({ name }) => `"${name}"`);
    await service.sql(
      `insert into leads (id, ${columns.join(', ')}) select gen_random_uuid(), ${columns.join(', ')}
       from leads, generate_series(2, ${LEADS}) where shop_id = $1 and id = $2`,
      [shop.id, id],
    );
    const pages: WeakRef<object>[] = [];
    let [count, kept] = [0, LEADS];
    for await (const lead of clientOf(shop.read).leads.list({ limit: 100 })) {
      if (count % 100 === 0) pages.push(new WeakRef(lead));
      count += 1;
      if (count !== LEADS - 50) continue;
      // A weak reference holds its object until the present turn of the loop is over.
      await new Promise((resolve) => setImmediate(resolve));
      usedMemory(); // collects the garbage
      kept = pages.filter((page) => page.deref() !== undefined).length;
    }
    expect(count).toBe(LEADS);
    expect(kept).toBeLessThan(5);
  }, 600_000);
});

describe('followed events', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    [service, folder] = await Promise.all([startTestService(), mkdtemp(join(tmpdir(), 'followed-'))]);
  });
  afterAll(async () => {
    killServices();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it(`come once each and in order, over ${DISCONNECTS} disconnects and ${RESTARTS} restarts`, async () => {
    const shop = await service.shop();
    const start = (): Promise<ServiceProcess> => startServiceProcess(service.databaseUrl, { DATA_DIR: folder });
    let process = await start();
    const proxy = await CuttingProxy.before(process.url);
    const events = clientOf(shop.read, { baseUrl: proxy.url }).events.follow({ after: 0 });
    const [expected, found]: [string[], unknown[]] = [[], []];
    const write = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) expected.push((await shop.full.post('/leads', { name: 'Dana' })).body.data.id as string);
    };
    const read = async (count: number): Promise<void> => {
      found.push(...(await next(events, count)).map(({ data }) => (data as { id?: string }).id));
    };
    for (let round = 1; round <= DISCONNECTS; round += 1) {
      await write(4);
      await read(2);
      proxy.cutAll();
      await write(2);
      if (round % (DISCONNECTS / RESTARTS) === 0) {
        await process.stop();
        process = await start();
        proxy.leadTo(process.url);
      }
    }
    await read(expected.length - found.length);
    await events.return();
    await proxy.close();
    await process.stop();
    expect(found).toEqual(expected);
  }, 300_000);
});
