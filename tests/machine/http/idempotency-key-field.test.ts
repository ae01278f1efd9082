import { endpointsOf, takesIdempotencyKey } from '../../../adapters/http/endpoint.js';
import { aLead } from '../../support/builders/records.js';
import { operations } from '../../support/registry.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
});
beforeEach(async () => {
  shop = await service.shop();
});
afterAll(() => service.stop());

test('every POST and PATCH that writes takes an idempotency key', () => {
  const without = endpointsOf(operations).filter(
    (endpoint) => endpoint.method !== 'GET' && endpoint.operation.scope === 'full' && !takesIdempotencyKey(endpoint),
  );
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /jobs', 'DELETE /webhooks/:id']);
});

describe('the key in a body', () => {
  it.each([
    ['/leads', { name: 'Dana' }],
    ['/leads/create', { name: 'Dana' }],
    ['/tasks', { title: 'Call back' }],
    ['/tasks/create', { title: 'Call back' }],
  ])('means the header: %s', async (path, body) => {
    const keyed = { ...body, idempotency_key: 'order-7' };
    const first = await shop.full.post(path, keyed);
    const [again, other] = [
      await shop.full.post(path, keyed),
      await shop.full.post(path, body, { 'idempotency-key': 'order-7' }),
    ];
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([201, false]);
    for (const repeated of [again, other]) {
      expect([repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    }
    expect((await shop.full.post(path, { ...keyed, notes: 'Another' })).status).toBe(422);
  });

  it('may stand beside the same one in the header, and no other', async () => {
    const post = (field: unknown, header: string) =>
      shop.full.post('/leads', { name: 'Dana', idempotency_key: field }, { 'idempotency-key': header });
    expect((await post('order-7', 'order-7')).status).toBe(201);
    expect((await post('order-8', 'order-7')).body.error).toEqual({
      code: 'validation_error',
      message: 'idempotency_key: must be the Idempotency-Key of the header, or left out',
    });
    expect((await shop.full.get('/leads')).body.data).toHaveLength(1);
  });

  it.each([7, '', ' ', 'é', {}])('is refused in another form: %j', async (key) => {
    const { status, body } = await shop.full.post('/leads', { name: 'Dana', idempotency_key: key });
    expect([status, body.error.message]).toEqual([422, 'idempotency_key: must be 1 to 255 printable ASCII characters']);
  });

  it('is no key when it is null, and no unknown name for a strict request', async () => {
    expect((await shop.full.post('/leads', { name: 'Dana', idempotency_key: null })).status).toBe(201);
    const strict = { prefer: 'handling=strict' };
    expect((await shop.full.post('/leads', { name: 'Dana', idempotency_key: 'order-7' }, strict)).status).toBe(201);
  });
});

test('a PATCH with a key is carried out once, and refused with another body', async () => {
  const path = `/leads/${(await aLead(shop.full)).id}`;
  const patch = (body: object) => shop.full.patch(path, body, { 'idempotency-key': 'order-7' });
  const first = await patch({ status: 'contacted' });
  await shop.full.patch(path, { status: 'won' });
  const again = await patch({ status: 'contacted' });
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  expect((await shop.full.patch(path, { status: 'contacted', idempotency_key: 'order-7' })).text).toBe(first.text);
  expect((await patch({ status: 'lost' })).status).toBe(422);
  expect((await shop.full.get(path)).body.data.status).toBe('won');
});
