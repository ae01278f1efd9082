import pg from 'pg';
import { RememberedApiKeys } from '../../../adapters/persistence/access/remembered-api-keys.js';
import type { Answer, Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { Gate, probeOperation } from '../../support/probe-operation.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService } from '../../support/service.js';

const MOST = 4;
const { probe, operation: probing } = probeOperation();
let service: TestService;
let busy: Api;
let other: Api;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, probing], mostInFlight: MOST });
});
afterAll(() => service.stop());

beforeEach(async () => {
  ({ full: busy } = await service.shop());
  ({ full: other } = await service.shop());
  for (const api of [busy, other]) await api.get('/me'); // after this call the service remembers the key
});
afterEach(() => {
  probe.before = () => undefined;
  probe.after = () => undefined;
});

const write = (api: Api): Promise<Answer> => api.post('/probes', { name: 'Dana' });

describe('while one shop has the most requests in flight', () => {
  let gate: Gate;
  let held: Promise<Answer>[];
  beforeEach(async () => {
    gate = new Gate();
    probe.before = gate.step;
    held = Array.from({ length: MOST }, () => write(busy));
    await gate.reached(MOST);
  });
  afterEach(async () => {
    gate.letGo();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 201));
  });

  it('its further requests are refused, and those of another shop are answered', async () => {
    expect((await busy.get('/leads')).status).toBe(503);
    expect((await other.get('/leads')).status).toBe(200);
    const { status, body } = await other.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([status, body.error]).toEqual([200, undefined]);
  });

  it('another shop may have its equal share in flight, and no more', async () => {
    held.push(write(other), write(other));
    await gate.reached(MOST + MOST / 2);
    expect((await other.get('/leads')).status).toBe(503);
  });

  it('a key that nobody has used yet counts for its shop', async () => {
    const fresh = (await service.shop()).full;
    expect((await fresh.get('/leads')).status).toBe(200);
    held.push(write(fresh), write(fresh));
    await gate.reached(MOST + MOST / 2);
    expect((await fresh.get('/leads')).status).toBe(503);
  });
});

it('a key that must be looked up again counts for its shop, and not for the strangers at its address', async () => {
  const strangers = await Promise.all(Array.from({ length: MOST }, async () => (await service.shop()).full));
  service.container.get(RememberedApiKeys).hear(true); // it forgets what is in memory
  const locker = new pg.Client(service.databaseUrl);
  await locker.connect();
  await locker.query('begin; lock table api_keys in access exclusive mode');
  const waiting = async (): Promise<number> =>
    (
      await locker.query(
        'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      )
    ).rowCount ?? 0;
  const asked = strangers.map((stranger) => stranger.get('/leads'));
  expect(await eventually(waiting, (count) => count === MOST)).toBe(MOST);
  const answer = other.get('/leads');
  await eventually(waiting, (count) => count > MOST);
  await locker.end();
  expect((await answer).status).toBe(200);
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
});
