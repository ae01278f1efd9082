import { randomUUID } from 'node:crypto';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aStoredTask } from '../../support/builders/records.js';
import { eventTypesOf } from '../../support/outbox.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const update = async (input: object): Promise<readonly [number, string]> => {
  const { status, body } = await shop.full.post('/tasks/update', input);
  return [status, status === 200 ? (body.data.status as string) : (body.error.message as string)];
};

it('tasks.update makes the one change that POST /tasks/{id} makes, once', async () => {
  const task = await aStoredTask(shop.full);
  for (const _ of ['first', 'second']) {
    const { structuredContent } = await shop.full.tool('tasks.update', { id: task.id, complete: true });
    expect(structuredContent).toEqual((await shop.read.get(`/tasks/${task.id}`)).body.data);
    expect(structuredContent.status).toBe('done');
  }
  expect(await eventTypesOf(service, { id: task.id as string })).toEqual(['task.created', 'task.completed']);
});

it('refuses with 422 and 409, and says why, where REST answers 500', async () => {
  const { id } = await aStoredTask(shop.full);
  const technician = await aStaffMember(service, shop, { role: 'technician' });
  const one = /^body: give exactly one of title, notes, .*link_conversation$/;
  expect(await update({ id })).toEqual([422, expect.stringMatching(one)]);
  expect(await update({ id, complete: false })).toEqual([422, expect.stringMatching(one)]);
  expect(await update({ id, complete: true, cancel: true })).toEqual([422, expect.stringMatching(one)]);
  for (const staff_id of [technician.user_id, randomUUID()]) {
    expect(await update({ id, staff_id })).toEqual([422, expect.stringMatching(/^staff_id: is (a technician|the id of nobody)/)]);
    expect((await shop.full.post(`/tasks/${id}`, { staff_id })).status).toBe(500);
    expect((await shop.full.post('/tasks/create', { title: 'x', staff_id })).status).toBe(500);
  }
  expect(await update({ id, complete: true })).toEqual([200, 'done']);
  expect(await update({ id, cancel: true })).toEqual([409, expect.stringContaining('reopen it first')]);
  expect(await update({ id: randomUUID(), complete: true })).toEqual([404, 'task not found']);
});

it('a refusal is stored under the idempotency key, like every 422', async () => {
  const { id } = await aStoredTask(shop.full);
  const again = (): Promise<{ content: readonly { text: string }[] }> =>
    shop.full.tool('tasks.update', { id, staff_id: id, idempotency_key: id }) as never;
  const [first, second] = [await again(), await again()];
  expect(second.content.slice(0, 2)).toEqual(first.content);
  expect(second.content[2]?.text).toContain('repeats the refusal');
});
