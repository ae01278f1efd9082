import { ERROR_CODES } from '../../../domain/shared/errors.js';
import { aLead, aStoredTask } from '../../support/builders/records.js';
import { Gate, probeOperation } from '../../support/probe-operation.js';
import { rawRequest } from '../../support/raw-http.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { refusingOperation } from './refusing-operation.js';

/** The codes after which the same call may succeed. */
const PASSING = ['request_timeout', 'rate_limited', 'unavailable'];

const { probe, operation } = probeOperation();
let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, operation, refusingOperation] });
  shop = await service.shop();
});
afterAll(() => service.stop());

const told = ({ headers }: { readonly headers: Headers }): string | null => headers.get('should-retry');

it.each(ERROR_CODES)('a refusal with %s says if the same call would get it again', async (code) => {
  const answer = await shop.full.post('/refusals', { code });
  expect(told(answer)).toBe(PASSING.includes(code) ? null : 'false');
  expect(answer.headers.has('retry-after')).toBe(['rate_limited', 'unavailable'].includes(code));
});

it('stands on the 500s that the specification gives to a client’s mistake, and not on that of a fault', async () => {
  const task = await aStoredTask(shop.full);
  const mistakes = [
    await shop.full.post(`/tasks/${task.id}`, { title: 'a', priority: 'high' }),
    await shop.full.post(`/tasks/${task.id}`, {}),
    await shop.full.post('/tasks', { title: 'a', staff_id: task.id }),
  ];
  expect(mistakes.map((answer) => [answer.status, told(answer)])).toEqual(mistakes.map(() => [500, 'false']));
  probe.before = () => {
    throw new Error('a fault');
  };
  const fault = await shop.full.post('/probes', { name: 'Dana' });
  expect([fault.status, told(fault)]).toEqual([500, null]);
});

it('stands on refusals before and after the key, and on none that succeeds', async () => {
  const lead = await aLead(shop.full);
  const keyed = { 'idempotency-key': 'order-7' };
  const refused = [
    await service.as(null).get('/me'),
    await shop.read.post('/leads', { name: 'Dana' }),
    await shop.full.post('/leads', 'no json'),
    await shop.full.post('/leads', {}, keyed),
    await shop.full.post('/leads', {}, keyed),
    await shop.full.patch(`/leads/${lead.id}`, { status: 'won' }, { 'if-match': '"x"' }),
    await shop.full.send('PUT', '/api/v1/leads', {}),
    await shop.full.get('/nowhere'),
    await shop.full.post('/jobs'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 400, 422, 422, 412, 405, 404, 501]);
  expect(refused.map(told)).toEqual(refused.map(() => 'false'));
  expect(told(await shop.full.get('/me'))).toBeNull();
});

it('does not stand on the refusal of an idempotency key that is still in flight', async () => {
  const gate = new Gate();
  probe.before = gate.step;
  const send = () => shop.full.post('/probes', { name: 'Dana' }, { 'idempotency-key': 'order-8' });
  const first = send();
  await gate.reached(1);
  const second = await send();
  gate.letGo();
  expect([second.status, told(second), (await first).status]).toEqual([409, null, 201]);
});

it('stands on what the server of Node and the tool endpoint refuse', async () => {
  const long = await rawRequest(service.url, { method: 'GET', path: '/api/v1/me', headers: ['X-Long', 'x'.repeat(20_000)] });
  expect([long.status, long.headers['should-retry']]).toEqual([431, 'false']);
  const message = await shop.full.send('POST', '/api/mcp', { body: { jsonrpc: '2.0', id: 3, result: {} } });
  expect([message.status, told(message)]).toEqual([400, 'false']);
});
