import { CallReports, type StateReport } from '../../../application/areas/calls/call-reports.js';
import { LONGEST_CALL_MS } from '../../../domain/calls/call-progress.js';
import type { CallId } from '../../../domain/shared/id.js';
import { later } from '../../../domain/shared/instant.js';
import { doDueWork } from '../../support/due-work.js';
import { Inbox } from '../../support/inbox.js';
import { eventTypesOf } from '../../support/outbox.js';
import { BEGAN, CALLER, secondsIn, sidOf } from '../../support/reported-calls.js';
import { startTestService, type TestService } from '../../support/service.js';
import { at } from '../../support/test-clock.js';

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.clock.restart();
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

const reported = (call: string, fields: Partial<StateReport> = {}): Promise<CallId | null> =>
  service.container.get(CallReports).state({
    ...{ call, shop: null, direction: 'inbound', from: CALLER, to: inbox.line },
    ...{ state: 'ringing', at: at(BEGAN), seconds: null },
    ...fields,
  });
const read = async (id: CallId | null) => (await inbox.shop.read.get(`/calls/${id}`)).body.data;

it('a call that still rings after 24 hours fails, and one that still talks is completed at the last time that was told', async () => {
  const [forgotten, answered] = [await reported(sidOf('CA')), sidOf('CA')];
  const talks = await reported(answered);
  await reported(answered, { state: 'in_progress', at: at(secondsIn(8)) });
  const until = later(at(BEGAN), LONGEST_CALL_MS);
  service.clock.set(until);
  service.clock.pass(-1);
  await doDueWork(service);
  expect(await read(forgotten)).toMatchObject({ status: 'ringing', ended_at: null });
  service.clock.pass(3_600_000);
  await doDueWork(service);
  expect(await read(forgotten)).toMatchObject({ status: 'failed', ended_at: until, duration_seconds: 86_400 });
  expect(await read(talks)).toMatchObject({ status: 'completed', ended_at: secondsIn(8), duration_seconds: 8 });
  expect(await eventTypesOf(service, { id: forgotten ?? '' })).toEqual([]);
  expect(await eventTypesOf(service, { id: talks ?? '' })).toEqual(['call.completed']);
});

it('a call whose end is reported at the same moment ends in one way', async () => {
  const call = sidOf('CA');
  const id = await reported(call);
  service.clock.set(later(at(BEGAN), LONGEST_CALL_MS));
  await Promise.all([doDueWork(service), ...Array.from({ length: 5 }, () => reported(call, { state: 'unanswered' }))]);
  const { status } = await read(id);
  expect(['failed', 'missed']).toContain(status);
  expect(await eventTypesOf(service, { id: id ?? '' })).toEqual(status === 'missed' ? ['call.missed'] : []);
});
