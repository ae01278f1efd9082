import { createCustomer } from '../../../../application/areas/customers/create-customer.js';
import { createLead } from '../../../../application/areas/leads/create-lead.js';
import { changeTask } from '../../../../application/areas/tasks/change-task.js';
import { createTask } from '../../../../application/areas/tasks/create-task.js';
import { Tasks } from '../../../../application/areas/tasks/tasks.js';
import { before, type Guard } from '../../../../application/kernel/operation/guard.js';
import type { Caller } from '../../../../application/kernel/operation/operation.js';
import { Clock } from '../../../../application/kernel/ports/ports.js';
import { Conflict, Forbidden, ValidationError } from '../../../../domain/shared/errors.js';
import type { TaskId } from '../../../../domain/shared/id.js';
import type { E164 } from '../../../../domain/shared/phone.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { aStoredTask } from '../../../support/builders/records.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

interface Seen {
  readonly caller: Caller;
  readonly input: object;
}
const seen: Seen[] = [];
const CLOSED = 'no tasks are taken while the shop is closed';

class RefuseWhileClosed implements Guard<{ readonly title: string }> {
  check(caller: Caller, input: { readonly title: string }): void {
    seen.push({ caller, input });
    if (input.title.includes('closed')) throw new Conflict(CLOSED);
  }
}

class RefuseUrgent implements Guard<{ readonly title: string }> {
  check(_: Caller, { title }: { readonly title: string }): Promise<void> {
    return title.includes('urgent') ? Promise.reject(new Forbidden('nothing is urgent')) : Promise.resolve();
  }
}

/** It reads stored records through a port. */
class KeepNotedTasks implements Guard<{ readonly id: TaskId; readonly cancel?: true }> {
  constructor(private readonly tasks: Tasks) {}

  async check({ shop }: Caller, { id, cancel }: { readonly id: TaskId; readonly cancel?: true }): Promise<void> {
    const task = await this.tasks.find(shop.id, id);
    if (cancel && task?.notes) throw new Conflict('a task with notes stays');
  }
}

class RefuseSecretly implements Guard<{ readonly phone?: E164 }> {
  check(_: Caller, { phone }: { readonly phone?: E164 }): void {
    if (phone === '+16135550100') throw new Forbidden('not this number');
    if (phone === '+16135550101') throw new Error('the guard has a fault');
  }
}

/** Its note says how it breaks the rules for guards. */
class Misbehave implements Guard<{ readonly name: string }> {
  check(caller: Caller, input: { readonly name: string }): void {
    // A team may write in JavaScript, where nothing is readonly.
    const writable = {
      caller: caller as { shop: { id: string }; key: { grants: Record<string, string> } },
      input: input as { name: string },
    };
    if (input.name === 'shop') writable.caller.shop.id = 'another';
    if (input.name === 'grants') writable.caller.key.grants['shop.manage'] = 'act';
    if (input.name === 'input') writable.input.name = 'CHANGED';
    if (input.name === 'long') throw new Conflict(`no\r\n\ud800 ${'x'.repeat(300_000)}`);
    if (input.name === 'wrong') throw new ValidationError('name', `bad\u2028${'y'.repeat(300_000)}`);
  }
}

/** The type check of the gate fails when one of these lines compiles. */
export const refusedByTheCompiler = () => [
  // @ts-expect-error -- a lead has no title
  before(createLead, RefuseUrgent, [], ['conflict']),
  // @ts-expect-error -- the guard takes another port
  before(changeTask, KeepNotedTasks, [Clock], ['conflict']),
  // @ts-expect-error -- there is no such code
  before(createTask, RefuseUrgent, [], ['too_urgent']),
  // @ts-expect-error -- a guard cannot say that an operation does not exist
  before(createTask, RefuseUrgent, [], ['not_implemented']),
];

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  const guards = [
    before(createTask, RefuseWhileClosed, [], ['conflict']),
    before(createTask, RefuseUrgent, [], ['forbidden']),
    before(changeTask, KeepNotedTasks, [Tasks], ['conflict']),
    before(createLead, RefuseSecretly, [], ['conflict']),
    before(createCustomer, Misbehave, [], ['conflict', 'validation_error']),
  ];
  service = await startTestService({ extensions: [extension({ name: 'guards', about: 'Guards of this test.', guards })] });
});
beforeEach(async () => {
  shop = await service.shop();
  seen.length = 0;
});
afterAll(() => service.stop());

const tasks = async (): Promise<unknown[]> => (await shop.read.get('/tasks')).body.data;

test('a guard refuses on REST, at the capability endpoint and as a tool, and nothing is stored', async () => {
  const error = { code: 'conflict', message: CLOSED };
  const rest = await shop.full.post('/tasks', { title: 'closed' });
  const capability = await shop.full.post('/tasks/create', { title: 'closed' });
  expect([rest.status, rest.body.error, capability.status, capability.body.error]).toEqual([409, error, 409, error]);
  const tool = await shop.full.tool('tasks.create', { title: 'closed' });
  expect([tool.isError, tool.content[0].text]).toEqual([true, expect.stringContaining(CLOSED)]);
  expect(await tasks()).toEqual([]);
});

test('a guard sees the caller, and the input as the use case gets it', async () => {
  await shop.full.post('/tasks', { title: '  Call back  ', due_at: '2026-03-02T09:00:00+01:00', unknown: 1 });
  expect(seen).toEqual([
    {
      caller: expect.objectContaining({ shop: expect.objectContaining({ id: shop.id }) }),
      input: { title: 'Call back', due_at: '2026-03-02T08:00:00.000Z' },
    },
  ]);
});

test('gates and the checks of the input come before the guards', async () => {
  expect((await shop.read.post('/tasks', { title: 'closed' })).body.error.code).toBe('insufficient_scope');
  expect((await shop.full.post('/tasks', { title: 7 })).body.error.code).toBe('validation_error');
  expect(seen).toEqual([]);
});

test('guards run in the order of the list, and the first refusal counts', async () => {
  expect((await shop.full.post('/tasks', { title: 'closed and urgent' })).body.error.code).toBe('conflict');
  expect((await shop.full.post('/tasks', { title: 'urgent' })).body.error.code).toBe('forbidden');
});

test('a guard may read records through ports, and other shops’ records are not among them', async () => {
  const noted = await aStoredTask(shop.full, { notes: 'Ask for Dana' });
  expect((await shop.full.post(`/tasks/${noted.id}`, { cancel: true })).body.error).toEqual({
    code: 'conflict',
    message: 'a task with notes stays',
  });
  expect((await shop.full.post(`/tasks/${noted.id}`, { complete: true })).status).toBe(200);
  const other = await service.shop();
  expect((await other.full.post(`/tasks/${noted.id}`, { cancel: true })).status).toBe(404);
});

test('a guard stands before the tool that does the same by another name', async () => {
  const { id } = await aStoredTask(shop.full, { notes: 'Ask for Dana' });
  const { isError, content } = await shop.full.tool('tasks.update', { id, cancel: true });
  expect([isError, content[0].text]).toEqual([true, expect.stringContaining('a task with notes stays')]);
  expect((await shop.read.get(`/tasks/${id}`)).body.data.status).toBe('open');
});

test('the document has the errors of the guards, and only at the guarded operations', async () => {
  const { paths } = (await shop.read.get('/openapi.json')).body;
  const withoutGuards = await startTestService();
  const plain = (await (await withoutGuards.shop()).read.get('/openapi.json')).body;
  await withoutGuards.stop();
  // The document names an answer by its codes.
  expect(paths['/tasks'].post.responses['403'].$ref).toContain('OrForbidden');
  expect(plain.paths['/tasks'].post.responses['403'].$ref).not.toContain('OrForbidden');
  expect(paths['/customers']).toEqual(plain.paths['/customers']);
});

test.each([
  ['refuses with a code that it does not declare', '613 555 0100', 'which is not in its errors'],
  ['has a fault', '613 555 0101', 'the guard has a fault'],
])('a guard that %s is answered with internal_error, and the log says why', async (_, phone, why) => {
  const { status, body } = await shop.full.post('/leads', { name: 'Dana Whitfield', phone });
  expect([status, body.error.code]).toEqual([500, 'internal_error']);
  expect(service.log.lines.map(({ detail }) => String((detail as { error?: unknown }).error)).join('\n')).toContain(why);
  expect((await shop.read.get('/leads')).body.data).toEqual([]);
});

test('a refusal with 409 frees the idempotency key, so that a later try may succeed', async () => {
  const key = { headers: { 'idempotency-key': 'one' } };
  const first = await shop.full.send('POST', '/api/v1/tasks', { ...key, body: { title: 'closed' } });
  expect(first.status).toBe(409);
  const again = await shop.full.send('POST', '/api/v1/tasks', { ...key, body: { title: 'open' } });
  expect(again.status).toBe(201);
});

test.each(['shop', 'grants', 'input'])('a guard that writes to what it gets (%s) fails, and nothing changes', async (name) => {
  const { status, body } = await shop.full.post('/customers', { name, phone: '613 555 0142' });
  expect([status, body.error.code]).toEqual([500, 'internal_error']);
  expect(service.log.lines.map(({ detail }) => String((detail as { error?: unknown }).error)).at(-2)).toContain('TypeError');
  expect((await shop.full.get('/me')).body.data.shop.id).toBe(shop.id);
  expect((await shop.read.get('/customers')).body.data).toEqual([]);
});

test.each([
  ['long', 409, /^no x{290,}…$/],
  ['wrong', 422, /^name: bad y{290,}…$/],
])('the refusal of a guard is cut to a sentence (%s)', async (name, wanted, said) => {
  const key = { headers: { 'idempotency-key': 'key-12345678' }, body: { name, phone: '613 555 0142' } };
  const answers = [
    await shop.full.send('POST', '/api/v1/customers', key),
    await shop.full.send('POST', '/api/v1/customers', key),
  ];
  for (const { status, body } of answers) {
    expect([status, body.error.message]).toEqual([wanted, expect.stringMatching(said)]);
    expect(body.error.message.length).toBeLessThan(320);
  }
});
