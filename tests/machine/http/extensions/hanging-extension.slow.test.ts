import { createLead } from '../../../../application/areas/leads/create-lead.js';
import { Leads } from '../../../../application/areas/leads/leads.js';
import { VinDecoder } from '../../../../application/areas/vehicles/vin-decoder.js';
import { unannounced } from '../../../../application/kernel/events/announcer.js';
import { when, type Reaction, type RecordChange } from '../../../../application/kernel/events/reaction.js';
import { before, type Guard } from '../../../../application/kernel/operation/guard.js';
import { provide } from '../../../../application/kernel/provide.js';
import type { Customer } from '../../../../domain/customers/customer.js';
import type { Lead } from '../../../../domain/leads/lead.js';
import type { LeadId } from '../../../../domain/shared/id.js';
import type { Task } from '../../../../domain/tasks/task.js';
import type { VinDecode } from '../../../../domain/vehicles/vehicle.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { aCustomer, aLead } from '../../../support/builders/records.js';
import { eventually } from '../../../support/eventually.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const forEver = <T>(): Promise<T> => new Promise(() => undefined);

class GuardThatHangs implements Guard<{ readonly name: string }> {
  check(_caller: unknown, { name }: { readonly name: string }): Promise<void> {
    return name === 'guarded' ? forEver() : Promise.resolve();
  }
}

/** What a reaction waits for, so that it goes on after its call was refused. */
let goOn: () => void;
const wait = new Promise<void>((resolve) => (goOn = resolve));
const endings: string[] = [];

class ReactionThatHangs implements Reaction<Lead> {
  constructor(private readonly leads: Leads) {}

  async react({ shop, record }: RecordChange<Lead>): Promise<void> {
    if (record.firstName === 'hangs') await forEver();
    if (record.firstName !== 'late') return;
    await wait;
    const write = this.leads.change(shop, other, (lead) => ({ ...unannounced({ ...lead, source: 'late' }, true), entries: [] }));
    await write.catch((error: unknown) => endings.push(String(error)));
  }
}

class SlowReaction implements Reaction<Task> {
  react(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 3500));
  }
}

class DecoderThatHangs extends VinDecoder {
  override decode(): Promise<VinDecode | null> {
    return forEver();
  }
}

abstract class Register {
  abstract look(): Promise<void>;
}

class RegisterThatHangs extends Register {
  override look(): Promise<void> {
    return forEver();
  }
}

class ReactionThatAsks implements Reaction<Customer> {
  constructor(private readonly register: Register) {}

  react({ record }: RecordChange<Customer>): Promise<void> {
    return record.name === 'asks' ? this.register.look() : Promise.resolve();
  }
}

const POOL = 4;
const HUNG = 12;

let service: TestService;
let shop: TestShop;
let other: LeadId;

beforeAll(async () => {
  const hanging = extension({
    name: 'hanging',
    about: 'Waits for ever.',
    guards: [before(createLead, GuardThatHangs, [], [])],
    reactions: [
      when('lead.created', ReactionThatHangs, [Leads]),
      when('task.created', SlowReaction, []),
      when('customer.created', ReactionThatAsks, [Register]),
    ],
    provides: [provide(VinDecoder, DecoderThatHangs, []), provide(Register, RegisterThatHangs, [])],
    middleware: [({ headers }, _response, next) => (headers['x-hangs'] === undefined ? next() : undefined)],
  });
  service = await startTestService({ extensions: [hanging], poolSize: POOL });
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

const leads = async (): Promise<unknown[]> => (await shop.read.get('/leads')).body.data;
const keyed = (body: object) => ({ headers: { 'idempotency-key': 'key-12345678' }, body });

const refused = (message: string) => [503, { code: 'unavailable', message: `${message}; nothing changed, try again shortly` }];

test('a guard that does not answer is refused with 503, and the use case does not run', async () => {
  const { status, body } = await shop.full.post('/leads', { name: 'guarded' });
  expect([status, body.error]).toEqual(refused('the rules before this operation took too long'));
  expect(await leads()).toEqual([]);
});

test('reactions that never end are refused with 503, all is undone, and their connections come back', async () => {
  const answers = await Promise.all(Array.from({ length: HUNG }, () => shop.full.post('/leads', { name: 'hangs' })));
  const [first] = answers;
  expect([first?.status, first?.body.error]).toEqual(refused('the rules that follow this change took too long'));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: HUNG }, () => 503));
  expect(await leads()).toEqual([]);
  // Each of these needs a connection of the pool from which the reactions had theirs.
  expect((await shop.full.send('POST', '/api/v1/leads', keyed({ name: 'free' }))).status).toBe(201);
  expect((await shop.full.post('/leads', { name: 'reacts at once' })).status).toBe(201);
});

test('what a reaction does after its call was refused is refused, too', async () => {
  const { id } = await aLead(shop.full);
  other = id as LeadId;
  expect((await shop.full.post('/leads', { name: 'late' })).status).toBe(503);
  goOn();
  await eventually(
    () => endings,
    (written) => written.length > 0,
  );
  expect(endings).toEqual(['Error: a write came after its unit of work had ended']);
  expect(await leads()).toEqual([expect.objectContaining({ id, source: 'api' })]);
});

test('a reaction has most of the time of its call', async () => {
  expect((await shop.full.post('/tasks', { title: 'Call back' })).status).toBe(201);
});

test('middleware that neither answers nor goes on is refused with 503', async () => {
  const { status, body } = await shop.full.send('GET', '/api/v1/leads', { headers: { 'x-hangs': 'yes' } });
  expect([status, body.error]).toEqual(refused('the middleware of an extension took too long'));
});

test.each([
  ['without a key', (body: object) => ({ body })],
  ['with a key', keyed],
])('a vehicle is stored when the decoder of an extension does not answer, %s', async (_, call) => {
  const { id } = await aCustomer(shop.full);
  const { status, body } = await shop.full.send('POST', '/api/v1/vehicles', call({ customer_id: id, vin: '1HGCM82633A004352' }));
  expect([status, body.data]).toEqual([201, expect.objectContaining({ vin: '1HGCM82633A004352', make: null })]);
});

test('another port of an extension that does not answer is refused with 503', async () => {
  const { status, body } = await shop.full.post('/customers', { name: 'asks', email: 'asks@example.com' });
  expect([status, body.error]).toEqual(refused('Register took too long'));
});
