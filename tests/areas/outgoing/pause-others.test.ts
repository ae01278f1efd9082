import { SandboxOutbox } from '../../../application/areas/texting/sandbox-outbox.js';
import { later } from '../../../domain/shared/instant.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { startDelivering } from '../../support/delivering.js';
import { doDueWork, passWorking, react } from '../../support/due-work.js';
import { eventually } from '../../support/eventually.js';
import { wav } from '../../support/media-samples.js';
import { MediaWorld, SILENT } from '../../support/media-world.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Subscriber } from '../../support/subscriber.js';
import { pauseOutgoing, resumeOutgoing } from '../../support/switching.js';
import { countsOf, subscribed } from '../../support/webhook-shop.js';

const HOUR_MS = 3_600_000;

describe('while e-mails are paused', () => {
  let service: TestService;
  let shop: TestShop;
  beforeAll(async () => {
    service = await startTestService();
  });
  beforeEach(async () => {
    service.clock.restart();
    shop = await service.shop();
    await pauseOutgoing(service, ['emails']);
  });
  afterEach(() => resumeOutgoing(service));
  afterAll(() => service.stop());

  const anEmail = async (): Promise<ScheduledMessage> => {
    const customer = await shop.full.post('/customers', { name: 'Dana', email: 'dana@customer.example' });
    const to = { channel: 'email', to: 'dana@customer.example', customerId: customer.body.data.id } as const;
    return aScheduledMessage(service, shop, { ...to, sendAt: later(service.clock.now(), 60_000) });
  };
  const states = async (): Promise<unknown> =>
    (await shop.read.post('/comms/list_scheduled_messages', {})).body.data.items.map(
      ({ status, held, error }: Record<string, unknown>) => [status, held, error],
    );

  it('a scheduled one waits, says why, and is sent when the pause ends, however long it was', async () => {
    await anEmail();
    await passWorking(service, 61);
    expect(await states()).toEqual([['scheduled', 'paused', null]]);
    service.clock.pass(50 * HOUR_MS);
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await states()).toEqual([['sent', null, null]]);
  });

  it('one that tells a teammate waits, too, and the time of the pause does not make it late', async () => {
    const { user_id: staff_id } = await aStaffMember(service, shop, { email: 'robin@shop.example', role: 'advisor' });
    expect((await shop.full.post('/tasks', { title: 'Call Dana', staff_id })).status).toBe(201);
    const sent = async (): Promise<readonly string[]> =>
      (await service.container.get(SandboxOutbox).newest(shop.id, 20, null)).map(({ to }) => to);
    for (const hours of [0, 50]) {
      service.clock.pass(hours * HOUR_MS);
      await react(service);
      expect(await sent()).toEqual([]);
    }
    expect(service.log.lines.filter(({ message }) => message.includes('was not told'))).toEqual([]);
    await resumeOutgoing(service);
    await react(service);
    expect(await sent()).toEqual(['robin@shop.example']);
  });

  it('one that is older than the operator wants is refused', async () => {
    await anEmail();
    service.clock.pass(3 * HOUR_MS);
    expect((await resumeOutgoing(service, { dropOlderThanMs: HOUR_MS })).dropped).toBe(1);
    await doDueWork(service);
    expect(await states()).toEqual([['refused', null, 'paused']]);
  });
});

describe('while webhooks are paused', () => {
  let service: TestService;
  let subscriber: Subscriber;
  beforeAll(async () => {
    service = await startTestService({ privateWebhooks: true });
    subscriber = await Subscriber.start();
  });
  afterAll(async () => {
    await service.stop();
    await subscriber.stop();
  });

  it('deliveries wait; those of other shops leave; what is too old at the end is canceled', async () => {
    const [shop, other] = [await service.shop(), await service.shop()];
    const hooks = [await subscribed(shop, { url: subscriber.url }), await subscribed(other, { url: subscriber.url })];
    await pauseOutgoing(service, ['webhooks'], shop.id);
    for (const { full } of [shop, other]) await full.post('/leads', { name: 'Old' });
    await react(service);
    const delivering = startDelivering(service);
    const counts = (): Promise<unknown> => Promise.all(hooks.map(({ id }) => countsOf(service, id)));
    const leftAlone = [{ pending: 1 }, { delivered: 1 }];
    await eventually(
      async () => JSON.stringify(await counts()),
      (now) => now === JSON.stringify(leftAlone),
    );
    expect(await counts()).toEqual(leftAlone);
    service.clock.pass(3 * HOUR_MS);
    await shop.full.post('/leads', { name: 'Young' });
    await react(service);
    expect((await resumeOutgoing(service, { dropOlderThanMs: HOUR_MS })).dropped).toBe(1);
    const left = await eventually(
      () => countsOf(service, hooks[0].id),
      ({ pending }) => pending === undefined,
    );
    await delivering.stop();
    expect(left).toEqual({ canceled: 1, delivered: 1 });
  });
});

describe('while the fetching of files is paused', () => {
  let world: MediaWorld;
  beforeAll(async () => {
    world = await MediaWorld.open();
  });
  afterAll(() => world.close());

  it('a recording is not asked for, and is fetched when the pause ends', async () => {
    const { service, twilio } = world;
    const call = await world.call();
    const { providerId } = await world.expects(call, twilio.files.recording(wav(20_000), 'whole'));
    await pauseOutgoing(service, ['fetches']);
    await passWorking(service, 10);
    expect([(await world.file(providerId)).attempts, await world.soundsOf(call)]).toEqual([0, SILENT]);
    await resumeOutgoing(service);
    await doDueWork(service);
    expect(await world.file(providerId)).toMatchObject({ status: 'stored' });
  });
});
