import { Outgoing } from '../../../application/areas/outgoing/outgoing.js';
import { startTestService, type TestService } from '../../support/service.js';
import { SqlTap } from '../../support/sql-tap.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function readiness(): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

const OK = { database: 'ok', migrations: 'ok', queue: 'ok', clock: 'ok', outgoing: 'ok', disk: 'ok', workers: 'none' };
const READY = { status: 200, body: { status: 'ok', checks: OK } };

it('the service is not ready with pending migrations, the log names the command to run, and it is ready when they arrive', async () => {
  const [newest] = await service.sql('select * from migrations order by id desc limit 1');
  await service.sql('delete from migrations where id = (select max(id) from migrations)');
  const checks = { ...OK, migrations: 'pending', queue: 'unknown', workers: 'unknown' };
  const pending = { status: 'unavailable', checks };
  expect(await readiness()).toEqual({ status: 503, body: pending });
  expect((await fetch(`${service.url}/readyz`)).headers.get('retry-after')).toBe('1');
  expect(service.log.lines).toContainEqual({
    level: 'warn',
    message: 'not ready',
    detail: { reason: 'migrations are pending: run shop-ops migrate up' },
  });
  await service.sql('insert into migrations select * from json_populate_record(null::migrations, $1)', [JSON.stringify(newest)]);
  expect(await readiness()).toEqual(READY);
});

it('the migrations are looked up once, and not by every probe', async () => {
  expect(await readiness()).toEqual(READY);
  const tap = new SqlTap();
  expect(await readiness()).toEqual(READY);
  tap.close();
  // What is paused is remembered for a while.
  const texts = tap.statements.map(({ text }) => text).filter((text) => !text.includes('outgoing_pauses.known'));
  expect(texts).toEqual([expect.stringContaining('transaction_read_only'), expect.stringContaining('database.look')]);
});

it('what is paused for all shops is named, with its reason, and the service stays ready', async () => {
  await pauseOutgoing(service, ['emails']);
  await service.container.get(Outgoing).refused('texts', { code: '20003', sentence: 'No.' });
  const outgoing = 'emails paused, texts account_refused';
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ok', checks: { ...OK, outgoing } } });
  await resumeOutgoing(service);
  await service.sql('delete from outgoing_pauses');
});
