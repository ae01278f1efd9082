import { aCustomer } from '../../support/builders/records.js';
import { doDueWork } from '../../support/due-work.js';
import { importRows } from '../../support/importing.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';

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

const send = async (fields: object): Promise<unknown> => {
  const { status, body } = await inbox.sends(fields);
  return status === 201 ? status : [status, body.error.message];
};
const schedule = async (fields: object): Promise<unknown> => {
  const message = { channel: 'sms', body: 'Ten percent off', send_at: '2026-03-03T15:00:00Z', ...fields };
  const { status, body } = await inbox.shop.full.post('/comms/schedule_message', message);
  return status === 200 ? status : [status, body.error.message];
};
const REFUSED = [409, 'the contact has not consented to advertising (marketing_consent is false): do not send it'];

it('advertising needs a consent; a message about their business needs none', async () => {
  const { id: without } = await aCustomer(inbox.shop.full, { phone: '613 555 0142', email: 'no@example.com' });
  const { id: consenting } = await aCustomer(inbox.shop.full, { phone: '613 555 0143', consent_source: 'express_written' });
  for (const act of [send, schedule]) {
    expect(await act({ customer_id: without, purpose: 'marketing' })).toEqual(REFUSED);
    const accepted = act === send ? 201 : 200;
    expect(await act({ customer_id: without })).toBe(accepted);
    expect(await act({ customer_id: without, purpose: 'business' })).toBe(accepted);
    expect(await act({ customer_id: consenting, purpose: 'marketing' })).toBe(accepted);
  }
  expect(await schedule({ customer_id: without, channel: 'email', purpose: 'marketing' })).toEqual(REFUSED);
  expect(await send({ customer_id: consenting, purpose: 'other' })).toEqual([422, expect.stringMatching(/^purpose: /)]);
});

it('a stranger has given no consent, whoever asked by text', async () => {
  await inbox.writes('Do you have an offer?');
  const { id: conversation } = await inbox.threadOf(STRANGER);
  expect(await send({ conversation, purpose: 'marketing' })).toEqual(REFUSED);
  expect(await schedule({ conversation, purpose: 'marketing' })).toEqual(REFUSED);
});

it.each(['sms', 'email'])('advertising by %s that was scheduled is refused when the consent is gone by then', async (channel) => {
  const contact = { phone: '613 555 0144', email: 'kim@example.com', consent_source: 'express_written' };
  const { id: customer } = await aCustomer(inbox.shop.full, contact);
  const { id: steady } = await aCustomer(inbox.shop.full, { ...contact, phone: '613 555 0145', email: 'lou@example.com' });
  for (const customer_id of [customer, steady]) await schedule({ customer_id, channel, purpose: 'marketing' });
  await schedule({ customer_id: customer, channel });
  await importRows(service, inbox.shop, 'customers', [{ id: customer, consent_source: 'unknown' }]);
  service.clock.set('2026-03-03T15:00:00.000Z');
  await doDueWork(service);
  const { body } = await inbox.shop.full.post('/comms/list_scheduled_messages', {});
  const outcomes = (body.data.items as { customer_id: string; status: string; error: string | null }[]).map(
    ({ customer_id: to, status, error }) => [to, status, error],
  );
  expect(outcomes.toSorted()).toEqual(
    [
      [customer, 'refused', 'opted_out'],
      [customer, 'sent', null],
      [steady, 'sent', null],
    ].toSorted(),
  );
});
