import { startTestService, type TestService } from '../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function readiness(): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

it('the service is ready with the database and all migrations', async () => {
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ok', checks: { database: 'ok', migrations: 'ok' } } });
});

it('the service is not ready with pending migrations, and the log names the command to run', async () => {
  await service.sql('delete from migrations where id = (select max(id) from migrations)');
  const pending = { status: 'unavailable', checks: { database: 'ok', migrations: 'pending' } };
  expect(await readiness()).toEqual({ status: 503, body: pending });
  expect((await fetch(`${service.url}/readyz`)).headers.get('retry-after')).toBe('1');
  expect(service.log.lines).toContainEqual({
    level: 'warn',
    message: 'not ready',
    detail: { reason: 'migrations are pending: run npx shop-ops migrate up' },
  });
});
