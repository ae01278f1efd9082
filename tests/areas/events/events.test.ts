import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { OpenApiChecker } from '../../support/openapi-checker.js';
import { causesOf, checkEvents } from '../../support/outbox.js';
import { registry } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const NOTHING = {
  operation: null,
  request_id: null,
  key_id: null,
  user_id: null,
  automation_id: null,
  event_id: null,
  operator: null,
};

describe('the cause of an event', () => {
  let service: TestService;
  let shop: TestShop;

  beforeAll(async () => {
    service = await startTestService();
    shop = await service.shop();
  });
  afterAll(() => service.stop());

  async function keyOf(name: string): Promise<string> {
    const [key] = await service.sql<{ id: string }>('select id from api_keys where name = $1', [name]);
    return key!.id;
  }

  it('is the operation, the request and the key of a REST call', async () => {
    const api = await service.key(shop.id, { name: 'website' });
    const { body } = await api.post('/leads', { name: 'Dana Whitfield' }, { 'x-request-id': 'request-1' });
    expect(await causesOf(service, body.data)).toEqual([
      {
        type: 'lead.created',
        cause: { ...NOTHING, operation: 'leads.create', request_id: 'request-1', key_id: await keyOf('website') },
      },
    ]);
  });

  it('is also the person that the key acts for', async () => {
    const morgan = await aStaffMember(service, shop);
    const api = await service.key(shop.id, { name: 'desk', actsFor: morgan.user_id });
    const { body } = await api.post(
      '/tasks/create',
      { title: 'Call', staff_id: morgan.user_id },
      { 'x-request-id': 'request-2' },
    );
    const cause = {
      ...NOTHING,
      operation: 'tasks.create',
      request_id: 'request-2',
      key_id: await keyOf('desk'),
      user_id: morgan.user_id,
    };
    expect(await causesOf(service, body.data)).toEqual([
      { type: 'task.created', cause },
      { type: 'task.assigned', cause },
    ]);
  });

  it('is the operation and the request of a tool call', async () => {
    const api = await service.key(shop.id, { name: 'agent' });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tasks.create', arguments: { title: 'Call' } } };
    const { body } = await api.rpc(call, { 'x-request-id': 'request-3' });
    expect(await causesOf(service, body.result.structuredContent)).toEqual([
      {
        type: 'task.created',
        cause: { ...NOTHING, operation: 'tasks.create', request_id: 'request-3', key_id: await keyOf('agent') },
      },
    ]);
  });

  it('has a new request id if the client sent none', async () => {
    const answer = await shop.full.post('/leads', { name: 'Sam Okafor' });
    expect(await causesOf(service, answer.body.data)).toMatchObject([
      { cause: { request_id: answer.headers.get('x-request-id') } },
    ]);
  });

  it('is unknown for an event that an earlier release stored', async () => {
    const { body } = await shop.full.post('/leads', { name: 'Old Lead' });
    await service.sql(
      `insert into outbox (shop_id, id, type, data, created_at)
        select shop_id, gen_random_uuid(), 'lead.created', data, created_at + interval '1 second' from outbox where data->>'id' = $1`,
      [body.data.id],
    );
    const { operator: _, ...known } = NOTHING; // which that release did not know
    expect((await causesOf(service, body.data))[1]?.cause).toEqual(known);
    await service.sql(`delete from outbox where data->>'id' = $1`, [body.data.id]); // it is not as the document says now
  });
});

describe('an event that the document does not describe', () => {
  let service: TestService;
  let shop: TestShop;

  beforeAll(async () => {
    service = await startTestService();
    shop = await service.shop();
  });

  async function storeOne(change: string): Promise<string> {
    const { body } = await shop.full.post('/leads', { name: 'Dana Whitfield' });
    await service.sql(`update outbox set ${change} where data->>'id' = $1`, [body.data.id]);
    return body.data.id as string;
  }

  it.each([
    ['its kind', `type = 'lead.sold'`, 'event lead.sold, which the document does not know'],
    ['a field too many', `data = data || '{"secret": 1}'`, 'data/data must NOT have additional properties'],
    ['a field that is missing', `data = data - 'status'`, `data/data must have required property 'status'`],
    ['details of another kind', `data = data || '{"from": "new", "to": "won"}'`, 'data/data must NOT have additional properties'],
    [
      'a former value of no field',
      `type = 'lead.updated', data = data || '{"previous": {"colour": "red"}}'`,
      'data/data/previous must NOT have additional properties',
    ],
    [
      'former values of a new record',
      `data = data || '{"previous": {"name": "Dan"}}'`,
      'event lead.created: data/data must NOT have additional properties',
    ],
    ['a cause of another form', `cause = '{}'`, `data/cause must have required property 'operation'`],
  ])('is reported for %s', async (_, change, complaint) => {
    const lead = await storeOne(change);
    await expect(checkEvents(service, new OpenApiChecker(registry))).rejects.toThrow(complaint);
    await service.sql(`delete from outbox where data->>'id' = $1`, [lead]);
  });

  it('fails the test whose service stored it', async () => {
    await storeOne(`data = data - 'name'`);
    await expect(service.stop()).rejects.toThrow('event lead.created: ');
  });
});
