import { isDeepStrictEqual } from 'node:util';
import { ChangeShopStanding, SetShop, STANDING_VERBS } from '../../../application/areas/access/manage-shops.js';
import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import { AddPhoneNumber } from '../../../application/areas/phone-numbers/add-phone-number.js';
import { ReleasePhoneNumber } from '../../../application/areas/phone-numbers/release-phone-number.js';
import { EmptyExpired } from '../../../application/areas/retention/empty-expired.js';
import { AddStaffMember } from '../../../application/areas/staff/add-staff-member.js';
import { ChangeStaffMember } from '../../../application/areas/staff/change-staff-member.js';
import type { CustomerId, StaffProfileId } from '../../../domain/shared/id.js';
import { parseWorkingHours } from '../../../domain/staff/staff.js';
import {
  changedRecords,
  untoldRecords,
  type Answers,
  type ChangedRecord,
  type ToldEvent,
} from '../../support/changed-records.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { entryPointsOf, requestOf, titleOf, type WireRequest } from '../../support/entry-points.js';
import { operationsUnderTest } from '../../support/entry-point-suites.js';
import { eventually } from '../../support/eventually.js';
import { importRows } from '../../support/importing.js';
import { fillShop, type ShopRecords } from '../../support/records.js';
import { IMPORT_KINDS, operations } from '../../support/registry.js';
import { sampleOf } from '../../support/samples.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';
import { wholeAnswers } from '../../support/whole-answers.js';
import { changed, KINDS, made, titled } from './annotated-kinds.js';

let service: TestService;
let shop: TestShop;
let records: ShopRecords;
/** the requests of `GETS`, by their titles */
let questions: readonly (readonly [string, WireRequest])[];
/** what the shop shows and has told until now: each change begins where the one before has ended */
let shown: Answers;
let told: ReadonlySet<string>;

beforeAll(async () => {
  service = await startTestService();
  shop = await service.shop();
  records = await fillShop(service, shop);
  questions = GETS.map((entryPoint) => {
    const { input, path } = sampleOf(entryPoint.operation, records);
    const request = requestOf(entryPoint, { input, ...(path && { path }) });
    return [`${titleOf(entryPoint)}: ${request.path}`, request] as const;
  });
  shown = await answers();
  told = new Set((await events()).map(({ id }) => id));
});
afterAll(() => service.stop());

/** A webhook is the reader's own set-up, and its log of deliveries would tell itself for ever. */
const OWN = 'webhooks.';

/** The operations that a GET serves, of the shop's records. */
const GETS = operations
  .filter(({ name, route }) => route?.method === 'GET' && !name.startsWith('events.') && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1));

/** Every answer of a GET: all records in all lists, and each operation as its sample asks. */
async function answers(): Promise<Answers> {
  const all = new Map(await wholeAnswers(shop.read));
  for (const [question, { method, path }] of questions) all.set(question, (await shop.read.send(method, path, {})).text);
  return all;
}

const events = (): Promise<(ToldEvent & { readonly id: string })[]> =>
  service.sql('select id, type, data from outbox where shop_id = $1 order by created_at, id', [shop.id]);

/** The service hears of a changed shop a moment after the change. Until then its keys show the shop as it was. */
async function keysKnowTheShop(): Promise<void> {
  const [stored] = await service.sql<object>('select id, name, timezone, country, currency from shops where id = $1', [shop.id]);
  await eventually(
    async () => (await shop.read.get('/me')).body.data.shop as unknown,
    (known) => isDeepStrictEqual(known, stored),
  );
}

interface Compared {
  readonly changed: readonly ChangedRecord[];
  /** the changed records that no event names */
  readonly untold: readonly ChangedRecord[];
  readonly told: readonly string[];
}

/** What a change does to the answers, and which events tell of it. */
async function compared(change: () => Promise<unknown>): Promise<Compared> {
  await change();
  await keysKnowTheShop();
  const [before, known] = [shown, told];
  shown = await answers();
  const all = await events();
  told = new Set(all.map(({ id }) => id));
  const news = all.filter(({ id }) => !known.has(id));
  const changed = changedRecords(before, shown);
  return { changed, untold: untoldRecords(changed, news), told: news.map(({ type }) => type) };
}

const WRITES = operationsUnderTest
  .filter(({ name, scope }) => scope === 'full' && !name.startsWith(OWN))
  .flatMap((operation) => entryPointsOf(operation).slice(0, 1))
  .map((entryPoint) => [titleOf(entryPoint), entryPoint] as const);

/** The operations whose sample changes nothing that a GET shows: a rule, a key, a waiting message, or what holds already. */
const STILL = ['automations.', 'comms.', 'jobs.create', 'keys.', 'services.set_online', 'tasks.update', 'conversations.update'];

it.each(WRITES)('what %s changes in the answer of a GET is told by an event', async (_, entryPoint) => {
  const { input, path } = sampleOf(entryPoint.operation, records);
  const request = requestOf(entryPoint, { input, ...(path && { path }) });
  const { changed: differ, untold } = await compared(() => shop.full.send(request.method, request.path, { body: request.body }));
  expect(untold).toEqual([]);
  if (!STILL.some((name) => entryPoint.operation.name.startsWith(name))) expect(differ).not.toEqual([]);
});

it.each(titled(KINDS))('what other systems keep in %s is told', async (_, kind) => {
  const record = await made(kind, service, shop);
  const keep = { metadata: { erp: '7' }, ...(kind.isNamed && { external_id: 'erp-7' }) };
  const changes = Object.entries(keep).map(([name, value]) => ({ [name]: value }));
  await compared(() => Promise.resolve());
  for (const change of changes) {
    const { changed: differ, untold, told: types } = await compared(() => changed(kind, shop, record.id as string, change));
    expect([differ.map(({ id }) => id), untold, types]).toEqual([expect.arrayContaining([record.id]), [], [kind.updated]]);
  }
});

it.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))('an import of %s is told', async (name, { examples }) => {
  const { changed: differ, told: types } = await compared(() => importRows(service, shop, name, examples));
  expect([differ.length > 0, types]).toEqual([true, ['records.imported']]);
});

it('texts that a pause holds back are told as the shop’s, when it begins and when it ends', async () => {
  const { customer, conversation } = records;
  const answer = await shop.full.post('/messages', { customer_id: customer, conversation, body: 'Your car is ready.' });
  const { id } = answer.body.data;
  await compared(() => Promise.resolve());
  const paused = await compared(() => pauseOutgoing(service, ['texts'], shop.id));
  const resumed = await compared(() => resumeOutgoing(service));
  expect([paused.told, resumed.told]).toEqual([['texting.paused'], ['texting.resumed']]);
  for (const { changed: differ } of [paused, resumed]) expect(differ.map((one) => one.id)).toContain(id);
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
  [
    'one who has left',
    'staff.updated',
    () => service.container.get(ChangeStaffMember).execute(shop.id, profile(), { active: false }),
  ],
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
  const { untold, told: types } = await compared(command);
  expect([untold, types]).toEqual([[], expect.arrayContaining([type])]);
  await service.checkEvents();
});

it('what the operator does to the account of a shop is told', async () => {
  const { told: types } = await compared(async () => {
    for (const verb of STANDING_VERBS) await service.container.get(ChangeShopStanding).execute(shop.id, verb);
  });
  expect(types).toEqual(STANDING_VERBS.map(() => 'shop.updated'));
});

it('a command that changes nothing is told by nothing', async () => {
  const { told: types } = await compared(async () => {
    await service.container.get(SetShop).execute(shop.id, { shop: { name: 'Southside' }, settings: { messagingService: 'MG1' } });
    await service.container.get(ChangeStaffMember).execute(shop.id, profile(), { active: false });
    await service.container.get(ChangeStaffMember).execute(shop.id, profile(), { hours: null });
  });
  expect(types).toEqual([]);
});

it('hours in which somebody works are shown and told', async () => {
  const { changed: differ, told: types } = await compared(() =>
    service.container.get(ChangeStaffMember).execute(shop.id, profile(), { hours: parseWorkingHours('tue-fri 09:00-17:00') }),
  );
  expect([differ.map(({ id }) => id), types]).toEqual([expect.arrayContaining([records.staffProfile]), ['staff.updated']]);
});

it('what is emptied because the shop keeps it for a month only is told', async () => {
  const settings = { keepRecordingsMonths: 1, keepTranscriptsMonths: 1, keepMessagesMonths: 1 };
  await service.container.get(SetShop).execute(shop.id, { shop: {}, settings });
  const call = await aStoredCall(service, shop, { hasRecording: true, transcript: 'Is it ready?' });
  const message = await aStoredMessage(service, shop, await aConversation(service, shop));
  service.clock.pass(62 * 24 * 3_600_000);
  await compared(() => Promise.resolve());
  const {
    changed: differ,
    untold,
    told: types,
  } = await compared(async () => {
    while (!(await service.container.get(EmptyExpired).run({ shop: shop.id })));
  });
  expect([differ.map(({ id }) => id), untold, new Set(types)]).toEqual([
    expect.arrayContaining([message.id, call.id]),
    [],
    new Set(['records.emptied']),
  ]);
  await service.checkEvents();
});
