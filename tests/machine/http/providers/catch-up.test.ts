import { CatchUp } from '../../../../application/areas/texting/catch-up.js';
import { ProviderEvents } from '../../../../application/areas/texting/provider-events.js';
import { aPhoneNumber } from '../../../support/builders/a-phone-number.js';
import { eventually } from '../../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import { cloneDatabase } from '../../../support/postgres.js';
import { bindProbe } from '../../../support/provider-probe.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';
import { startWholeService } from '../../../support/whole-service.js';

const STRANGER = '+16135550177';
const PUBLIC = 'https://shop.example';
const MINUTE = 60_000;

let twilio: FakeTwilio;
let service: TestService;
let shop: TestShop;
let line: string;

beforeEach(async () => {
  twilio = await startFakeTwilio();
  const { accountSid, authToken, url: apiUrl } = twilio;
  service = await startTestService({ texts: { provider: 'twilio', accountSid, authToken, apiUrl }, publicUrl: PUBLIC });
  shop = await service.shop();
  ({ number: line } = await aPhoneNumber(service, shop));
});
afterEach(async () => {
  await service.stop();
  await twilio.stop();
});

const catchUp = (): Promise<boolean> => service.container.get(CatchUp).run();
/** Lets Twilio get a text that it cannot deliver to the service. */
const missed = (body: string, to = line) => twilio.receive({ from: STRANGER, to, body, at: service.clock.now() });
const bodies = async (): Promise<string[]> =>
  (await service.sql<{ body: string }>('select body from messages where shop_id = $1 order by created_at', [shop.id])).map(
    ({ body }) => body,
  );
const listed = (): string[] =>
  twilio.requests
    .filter(({ path }) => path.includes('/Messages.json'))
    .map(({ path }) => new URL(path, PUBLIC).searchParams.get('DateSent>') ?? '');

it('what came while the service was down is taken in once, with the time when it came', async () => {
  await catchUp();
  service.clock.pass(60 * MINUTE);
  const { sid } = missed('Are you open?');
  const came = service.clock.now();
  service.clock.pass(300 * MINUTE);
  missed('Hello?');
  missed('To somebody else', '+16135559999');
  expect(await catchUp()).toBe(true);
  expect(await bodies()).toEqual(['Are you open?', 'Hello?']);
  const [first] = await service.sql('select provider_id, created_at from messages where shop_id = $1 order by created_at', [
    shop.id,
  ]);
  expect(first).toEqual({ provider_id: sid, created_at: came });
  expect(await catchUp()).toBe(true);
  expect(await bodies()).toHaveLength(2);
});

it('what the service has already is not taken in again, and neither is what it gets later', async () => {
  const { sid } = missed('Hello');
  const webhook = () =>
    twilio.call(
      `${PUBLIC}/providers/twilio/messages`,
      Object.entries({ MessageSid: sid, From: STRANGER, To: line, Body: 'Hello' }),
      `${service.url}/providers/twilio/messages`,
    );
  await Promise.all([webhook(), catchUp(), webhook(), catchUp()]);
  expect(await bodies()).toEqual(['Hello']);
});

it('a START that comes late does not lift a STOP that was sent after it', async () => {
  const sent = (...bodies: string[]): void => {
    for (const body of bodies) {
      service.clock.pass(MINUTE);
      missed(body);
    }
  };
  const isBlocked = async (): Promise<boolean> =>
    (await service.sql('select 1 from opt_outs where shop_id = $1 and lifted_at is null', [shop.id])).length > 0;
  await catchUp();
  sent('STOP', 'START');
  service.clock.pass(60 * MINUTE);
  await catchUp();
  expect(await isBlocked()).toBe(false);
  sent('START');
  service.clock.pass(MINUTE);
  await service.container
    .get(ProviderEvents)
    .received({ providerId: 'SM-stop', shop: null, from: STRANGER, to: line, body: 'STOP', media: [], receivedAt: null });
  service.clock.pass(MINUTE);
  await catchUp();
  expect([await isBlocked(), (await bodies()).length]).toEqual([true, 4]);
  sent('START');
  await catchUp();
  expect(await isBlocked()).toBe(false);
});

it('each list begins some minutes before the last one that was taken in', async () => {
  const start = service.clock.now();
  await catchUp();
  service.clock.pass(60 * MINUTE);
  await catchUp();
  service.clock.pass(5 * MINUTE);
  await catchUp();
  expect(listed().map((since) => (Date.parse(since) - Date.parse(start)) / MINUTE)).toEqual([-10, -10, 50]);
});

it('while Twilio does not answer, nothing is skipped', async () => {
  await catchUp();
  missed('Hello');
  service.clock.pass(60 * MINUTE);
  twilio.mode = 'error500';
  expect(await catchUp()).toBe(false);
  service.clock.pass(60 * MINUTE);
  twilio.mode = 'ok';
  expect(await catchUp()).toBe(true);
  expect(await bodies()).toEqual(['Hello']);
});

it('a text that the inbox cannot take keeps no other out, and comes again', async () => {
  const probe = bindProbe(service.container);
  for (const body of ['One', 'Two']) missed(body);
  probe.error = new Error('the inbox is away');
  expect(await catchUp()).toBe(false);
  expect(probe.texts.map(({ body }) => body)).toEqual(['One', 'Two']);
  service.clock.pass(60 * MINUTE);
  probe.error = null;
  expect(await catchUp()).toBe(true);
  expect(probe.texts.map(({ body }) => body)).toEqual(['One', 'Two', 'One', 'Two']);
});

it('a worker catches up when it starts, and again and again', async () => {
  const database = await cloneDatabase();
  const settings = {
    TEXT_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_API_URL: twilio.url,
  };
  const whole = await startWholeService(database.url, settings, { catchUpEvery: 200, workerPoll: 100 });
  try {
    await eventually(
      () => Promise.resolve(listed().length),
      (times) => times >= 3,
    );
    expect(listed().length).toBeGreaterThanOrEqual(3);
  } finally {
    await whole.stop();
    await database.drop();
  }
});
