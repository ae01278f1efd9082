import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { Receiver } from '../../support/receiver.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const [OLD, NEW] = ['a-signing-key-of-the-tests', 'a-new-signing-key-of-the-tests'];

let database: TestDatabase;
let receiver: Receiver;
const running: WholeService[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  receiver.requests.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

async function started(keys: string, env: Readonly<Record<string, string>> = {}): Promise<WholeService> {
  const service = await startWholeService(database.url, { SIGNING_KEYS: keys, ALLOW_PRIVATE_WEBHOOKS: 'on', ...env });
  running.push(service);
  return service;
}

/** The first cursor of the list of leads, as an instance makes it, and the status with which another one answers it. */
async function continued(maker: Api, reader: Api): Promise<number> {
  const { body } = await maker.get('/leads?limit=1');
  return (await reader.get(`/leads?limit=1&cursor=${body.meta.next_cursor}`)).status;
}

// docs/operating.md, "A secret is to change", has these two rounds. In one round, instances that do not know the key refuse cursors.
it.each([
  ['a new key is put last', OLD, `${OLD},${NEW}`],
  ['it is put first', `${OLD},${NEW}`, `${NEW},${OLD}`],
])('while %s, each instance takes what the other has signed and sealed', async (_, before, after) => {
  const leading = await started(before);
  const shop = await leading.shop();
  const restarted = await started(after, { WORKER: 'off' });
  const [one, other] = [await leading.key(shop), await restarted.key(shop)];
  for (const name of ['Dana', 'Robin', 'Sam']) await one.post('/leads', { name, phone: '6135550142' });
  expect([await continued(one, other), await continued(other, one)]).toEqual([200, 200]);
  expect((await other.post('/webhooks', { url: receiver.url(), events: ['lead.created'] })).status).toBe(201);
  await one.post('/leads', { name: 'Alex', phone: '6135550143' });
  // The events of the first leads may be delivered, too: they had no number yet when the webhook came.
  const delivered = () => Promise.resolve(receiver.requests.filter(({ body }) => body.includes('Alex')).length);
  expect(await eventually(delivered, (count) => count > 0)).toBe(1);
});
