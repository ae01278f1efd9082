import { aCustomer } from '../../support/builders/records.js';
import { Inbox, STRANGER } from '../../support/inbox.js';
import { sharedTestService, type TestService } from '../../support/service.js';

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await sharedTestService();
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
