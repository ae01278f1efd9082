import type { CustomerId } from '../../../domain/shared/id.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer } from '../../support/builders/records.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('GET /messages/{id}', () => {
  it('answers the message with what its thread says about it, and with nothing that is for the service alone', async () => {
    const customer = await aCustomer(shop.full);
    const staff = await aStaffMember(service, shop);
    const thread = await aConversation(service, shop, { customerId: customer.id as CustomerId }); // safe: an id of the API
    const message = await aStoredMessage(service, shop, thread, {
      direction: 'outbound',
      body: 'It is ready.',
      from: '+16135550100',
      to: '+16135550142',
      status: 'failed',
      error: '30003: the phone is off',
      media: [{ contentType: 'image/jpeg', url: '/api/v1/messages/1/media/1' }],
      mediaSources: [{ contentType: 'image/png', url: 'https://provider.example/1' }],
      segments: 2,
      sentBy: staff.user_id,
      providerId: 'SM1',
      attempts: 3,
    });
    const { status, body } = await shop.read.get(`/messages/${message.id}`);
    expect([status, body.data]).toEqual([
      200,
      {
        id: message.id,
        conversation: thread.id,
        customer_id: customer.id,
        direction: 'outbound',
        channel: 'sms',
        body: 'It is ready.',
        from: '+16135550100',
        to: '+16135550142',
        status: 'failed',
        held: null,
        error: '30003: the phone is off',
        media: [{ content_type: 'image/jpeg', url: '/api/v1/messages/1/media/1' }],
        segments: 2,
        automated: false,
        sent_by: staff.user_id,
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: expect.any(String),
      },
    ]);
  });

  it('answers a message of a stranger without a body', async () => {
    const thread = await aConversation(service, shop, { channel: 'whatsapp' });
    const message = await aStoredMessage(service, shop, thread, { body: null });
    const { body } = await shop.read.get(`/messages/${message.id}`);
    expect(body.data).toMatchObject({ body: null, channel: 'whatsapp', customer_id: null, media: [], sent_by: null });
  });
});
