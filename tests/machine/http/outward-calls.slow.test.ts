import { WebhookRules } from '../../../application/areas/webhooks/webhook-rules.js';
import { VinDecoder } from '../../../application/areas/vehicles/vin-decoder.js';
import { OutboundHttp } from '../../../application/kernel/ports/outbound-http.js';
import { aCustomer } from '../../support/builders/records.js';
import { startFakeVpic, type FakeVpic, type FakeVpicMode } from '../../support/fakes/vpic/fake-vpic.js';
import { registry } from '../../support/registry.js';
import { startTestService, type TestService } from '../../support/service.js';

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
  // `url-judgement.test.ts` has the time that the two of webhooks take for a name.
  expect(outward.map(({ name }) => name)).toEqual(['vehicles.create', 'webhooks.create', 'webhooks.update']);
});

const KEYS = [
  ['without a key', {}],
  ['with a key', { headers: { 'idempotency-key': 'key-12345678' } }],
] as const;

const MODES: readonly FakeVpicMode[] = ['hang', 'slow', 'drop', 'error500'];

test.each(MODES.flatMap((mode) => KEYS.map(([how, options]) => [mode, how, options] as const)))(
  'a vehicle is stored when its decoder answers in the way %s, %s',
  async (mode, _, options) => {
    vpic.mode = mode;
    vpic.slowMs = 15_000;
    const shop = await service.shop();
    const { id } = await aCustomer(shop.full);
    const call = { ...options, body: { customer_id: id, vin: '1HGCM82633A004352', make: 'Honda' } };
    const { status, body } = await shop.full.send('POST', '/api/v1/vehicles', call);
    expect([status, body.data?.make]).toEqual([201, 'Honda']);
    expect((await shop.read.get(`/vehicles?customer_id=${id}`)).body.data).toEqual([body.data]);
  },
);
