import { SetShop } from '../../../application/areas/access/manage-shops.js';
import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { ReleasePhoneNumber } from '../../../application/areas/phone-numbers/release-phone-number.js';
import { AddStaffMember } from '../../../application/areas/staff/add-staff-member.js';
import { DeactivateStaffMember } from '../../../application/areas/staff/deactivate-staff-member.js';
import { SetWorkingHours } from '../../../application/areas/staff/set-working-hours.js';
import type { CustomerId, StaffProfileId } from '../../../domain/shared/id.js';
import { parseWorkingHours } from '../../../domain/staff/staff.js';
import { entryPointsOf, requestOf, titleOf } from '../../support/entry-points.js';
import { operationsUnderTest } from '../../support/entry-point-suites.js';
import { importRows } from '../../support/importing.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { IMPORT_KINDS, operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { wholeAnswers } from '../../support/whole-answers.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
});
afterAll(() => service.stop());

/** A webhook is the reader's own set-up, and its log of deliveries would tell itself for ever. */
const OWN = 'webhooks.';

/** The operations that a GET serves, of the shop's records. */
const GETS = operations
  .filter(({ name, route }) => route?.method === 'GET' && !name.startsWith('events.') && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1));

/** Every answer of a GET: all records in all lists, and each operation as its sample asks. */
async function answers(): Promise<ReadonlyMap<string, string>> {
  const all = new Map(await wholeAnswers(shop.read));
  for (const entryPoint of GETS) {
    const { input, path } = sampleOf(entryPoint.operation, records);
    const request = requestOf(entryPoint, { input, ...(path && { path }) });
    all.set(titleOf(entryPoint), (await shop.read.send(request.method, request.path, {})).text);
  }
  return all;
}

/** What a change did to the answers, and whether an event tells of it. */
async function compared(change: () => Promise<unknown>): Promise<{ readonly changed: string[]; readonly told: string[] }> {
  const before = await answers();
  const known = await service.sql<{ id: string }>('select id from outbox where shop_id = $1', [shop.id]);
  await change();
  const after = await answers();
  const events = await service.sql<{ type: string }>(
    'select type from outbox where shop_id = $1 and id <> all($2::uuid[]) order by created_at, id',
    [shop.id, known.map(({ id }) => id)],
  );
  const questions = [...new Set([...before.keys(), ...after.keys()])];
  return {
    changed: questions.filter((question) => before.get(question) !== after.get(question)),
    told: events.map(({ type }) => type),
  };
}

const WRITES = operationsUnderTest
  .filter(({ name, scope }) => scope === 'full' && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1))
  .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);

/** The operations whose sample changes nothing that a GET shows: a rule, a waiting message, or what holds already. */
const STILL = ['automations.', 'comms.', 'jobs.create', 'services.set_online', 'tasks.update', 'conversations.update'];

it.each(WRITES)('what %s changes in the answer of a GET is told by an event', async (_, entryPoint) => {
  const { input, path } = sampleOf(entryPoint.operation, records);
  const request = requestOf(entryPoint, { input, ...(path && { path }) });
  const { changed, told } = await compared(() => shop.full.send(request.method, request.path, { body: request.body }));
  expect([changed, told.length > 0]).toEqual([changed, changed.length > 0 || told.length > 0]);
  if (!STILL.some((name) => entryPoint.operation.name.startsWith(name))) expect(changed).not.toEqual([]);
});

it.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))('an import of %s is told', async (name, { examples }) => {
  const { changed, told } = await compared(() => importRows(service, shop, name, examples));
  expect([changed.length > 0, told]).toEqual([true, ['records.imported']]);
});

/** What the operator changes of the shop, and the events that tell it. */
const COMMANDS: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  [
    'the name of the shop',
    'shop.updated',
    () => service.container.get(SetShop).execute(shop.id, { shop: { name: 'Southside' }, settings: {} }),
  ],
  [
    'a messaging service',
    'shop.updated',
    () => service.container.get(SetShop).execute(shop.id, { shop: {}, settings: { messagingService: 'MG1' } }),
  ],
  [
    'a teammate',
    'staff.updated',
    () => service.container.get(AddStaffMember).execute(shop.id, { name: 'Morgan Ellis', role: 'advisor' }),
  ],
  ['one who has left', 'staff.updated', () => service.container.get(DeactivateStaffMember).execute(shop.id, profile())],
  [
    'another primary line',
    'phone_number.updated',
    () => service.container.get(AddPhoneNumber).execute(shop.id, { number: '613 555 0111', primary: true, sending: true }),
  ],
  [
    'a line that is gone',
    'phone_number.updated',
    () => service.container.get(ReleasePhoneNumber).execute(shop.id, '613 555 0111'),
  ],
  [
    'an erased person',
    'customer.erased',
    () => service.container.get(EraseCustomer).execute(shop.id, records.customer as CustomerId),
  ],
];

const profile = (): StaffProfileId => records.staffProfile as StaffProfileId; // safe: an id of a staff member

it.each(COMMANDS)('a command that changes %s is told by %s', async (_, type, command) => {
  const { told } = await compared(command);
  expect(told).toEqual(expect.arrayContaining([type]));
  await service.checkEvents();
});

it('a command that changes nothing is told by nothing', async () => {
  const { told } = await compared(async () => {
    await service.container.get(SetShop).execute(shop.id, { shop: { name: 'Southside' }, settings: { messagingService: 'MG1' } });
    await service.container.get(DeactivateStaffMember).execute(shop.id, profile());
    await service.container.get(SetWorkingHours).execute(shop.id, profile(), null);
  });
  expect(told).toEqual([]);
});

it('hours in which somebody works are told, though no GET shows them', async () => {
  const { told } = await compared(() =>
    service.container.get(SetWorkingHours).execute(shop.id, profile(), parseWorkingHours('tue-fri 09:00-17:00')),
  );
  expect(told).toEqual(['staff.updated']);
});
