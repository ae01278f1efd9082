import { WebhookRules } from '../../../application/areas/webhooks/webhook-rules.js';
import { VinDecoder } from '../../../application/areas/vehicles/vin-decoder.js';
import { OutboundHttp } from '../../../application/kernel/ports/outbound-http.js';
import { aCustomer } from '../../support/builders/records.js';
import { startFakeVpic, type FakeVpic, type FakeVpicMode } from '../../support/fakes/vpic/fake-vpic.js';
import { registry } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** What a call of an operation may wait for outside of the service. Files are read only when nothing is stored afterwards. */
const OUTSIDE: ReadonlySet<unknown> = new Set([VinDecoder, OutboundHttp, WebhookRules]);

let service: TestService;
let vpic: FakeVpic;

// The breaker of a decoder opens after four failures, so each test has a decoder of its own.
beforeEach(async () => {
  vpic = await startFakeVpic();
  service = await startTestService({ vinDecoderUrl: vpic.url });
});
afterEach(async () => {
  await service.stop();
  await vpic.stop();
});

test('these operations call outward while their client waits', () => {
  const outward = registry.operations.filter(({ needs }) => needs.some((port) => OUTSIDE.has(port)));
  expect(registry.operations.filter(({ callsOutward }) => callsOutward)).toEqual(outward);
  // `url-judgement.test.ts` has the time that the two of webhooks take for a name.
  expect(outward.map(({ name }) => name)).toEqual([
    'vehicles.create',
    'vehicles.update',
    'vehicles.put',
    'webhooks.create',
    'webhooks.update',
  ]);
});

const KEYS = [
  ['without a key', {}],
  ['with a key', { headers: { 'idempotency-key': 'key-12345678' } }],
] as const;

const MODES: readonly FakeVpicMode[] = ['hang', 'slow', 'drop', 'error500'];

const VIN = '1HGCM82633A004352';

/** The operations that decode a VIN, each with the status of its success. */
const DECODING: readonly (readonly [
  string,
  number,
  (shop: TestShop, customer: string) => Promise<readonly [string, string, object]>,
])[] = [
  [
    'vehicles.create',
    201,
    (_, customer) => Promise.resolve(['POST', '/vehicles', { customer_id: customer, vin: VIN, make: 'Honda' }]),
  ],
  [
    'vehicles.put',
    201,
    (_, customer) =>
      Promise.resolve(['PUT', '/vehicles/by-external-id/erp-1', { customer_id: customer, vin: VIN, make: 'Honda' }]),
  ],
  [
    'vehicles.update',
    200,
    async (shop, customer) => {
      const { body } = await shop.full.post('/vehicles', { customer_id: customer, make: 'Honda' });
      return ['PATCH', `/vehicles/${body.data.id}`, { vin: VIN }];
    },
  ],
];

describe.each(DECODING)('%s', (_, status, call) => {
  test.each(MODES.flatMap((mode) => KEYS.map(([how, options]) => [mode, how, options] as const)))(
    'stores the vehicle when its decoder answers in the way %s, %s',
    async (mode, __, options) => {
      vpic.mode = mode;
      vpic.slowMs = 15_000;
      const shop = await service.shop();
      const { id } = await aCustomer(shop.full);
      const [method, path, body] = await call(shop, id);
      const answer = await shop.full.send(method, `/api/v1${path}`, { ...options, body });
      expect([answer.status, answer.body.data]).toEqual([status, expect.objectContaining({ make: 'Honda', vin: VIN })]);
      expect((await shop.read.get(`/vehicles?customer_id=${id}`)).body.data).toEqual([answer.body.data]);
    },
  );
});
