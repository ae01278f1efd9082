import pg from 'pg';
import { cloneDatabase, type TestDatabase } from '../../support/postgres.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const NOBODY = '018f0000-0000-7000-8000-000000000000';

let database: TestDatabase;
let service: WholeService;

beforeAll(async () => {
  database = await cloneDatabase();
  service = await startWholeService(database.url, { LOG_REQUESTS: 'writes', WORKER: 'off' });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

/** Returns the log lines about the requests of one tool call. */
async function logged(name: string, args: object, key: Parameters<WholeService['key']>[1] = {}): Promise<object[]> {
  const api = await service.key(await service.shop(), key);
  const before = service.log.lines.length;
  await api.tool(name, args);
  return service.log.lines
    .slice(before)
    .filter(({ message }) => message === 'request')
    .map(({ detail }) => detail);
}

describe('the access log with LOG_REQUESTS=writes', () => {
  it('has a line with the code for a refusal by a tool that reads', async () => {
    const refusal = { operation: 'tasks.list', status: 200 };
    expect(await logged('tasks.list', { list: 'none' })).toEqual([
      expect.objectContaining({ ...refusal, code: 'validation_error' }),
    ]);
    expect(await logged('tasks.list', {}, { grants: {} })).toEqual([expect.objectContaining({ ...refusal, code: 'forbidden' })]);
  });

  it('has the code of a refusal by a tool that writes, and no code for a success', async () => {
    const args = { id: NOBODY, bookable: true };
    const line = { operation: 'services.set_online', status: 200 };
    expect(await logged('services.set_online', args)).toEqual([expect.objectContaining({ ...line, code: 'not_found' })]);
    expect(await logged('services.set_online', args, { scope: 'read' })).toEqual([
      expect.objectContaining({ ...line, code: 'insufficient_scope' }),
    ]);
    expect(await logged('tasks.create', { title: 'Call back' })).toEqual([
      expect.objectContaining({ operation: 'tasks.create', code: null }),
    ]);
  });

  it('has no line for a success of a tool that reads', async () => {
    expect(await logged('tasks.list', {})).toEqual([]);
  });
});

it('a tool that fails because of a fault of the server is logged as failed, and once with its cause and stack', async () => {
  const api = await service.key(await service.shop());
  await service.dataSource.query('alter table reviews rename column shop_id to reviews_shop');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'reviews.list', arguments: {} } };
  const { body } = await api.rpc(call, { 'x-request-id': 'trace-7' });
  await service.dataSource.query('alter table reviews rename column reviews_shop to shop_id');
  expect(body.result.content[1].text).toContain('internal_error');
  expect(body.result.content[1].text).not.toContain('shop_id');
  const error = expect.objectContaining({ message: expect.stringContaining('shop_id') });
  const failed = { requestId: 'trace-7', operation: 'reviews.list', code: 'internal_error', status: 200 };
  expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([
    { level: 'error', message: 'a tool failed', detail: { requestId: 'trace-7', operation: 'reviews.list', error } },
    { level: 'error', message: 'request failed', detail: expect.objectContaining(failed) },
  ]);
});

it('a tool that the database refuses is logged on one line, with the cause and without a stack', async () => {
  const api = await service.key(await service.shop());
  await api.tool('reviews.list');
  const before = service.log.lines.length;
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // To plain PostgreSQL the setting has no meaning; Citus takes a trigger only with it.
  await owner.query('set citus.enable_unsafe_triggers = on');
  await owner.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise 'no space left on device' using errcode = '53100'; end $$`);
  await owner.query('create trigger no_room before insert on tasks for each row execute function no_room()');
  const { isError } = await api.tool('tasks.create', { title: 'Call back' });
  await owner.query('drop trigger no_room on tasks');
  await owner.end();
  expect(isError).toBe(true);
  const lines = service.log.lines.slice(before);
  expect(lines).toEqual([
    {
      level: 'error',
      message: 'request failed',
      detail: expect.objectContaining({
        operation: 'tasks.create',
        status: 200,
        code: 'unavailable',
        reason: '53100: no space left on device, in tasks.insert',
      }),
    },
  ]);
  expect(lines[0]?.detail).not.toHaveProperty('error');
});
