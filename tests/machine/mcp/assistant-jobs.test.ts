import { jobsOfPage, playJob, type Call } from './assistant-jobs.js';
import { NOW, openAssistantShop } from './assistant-shop.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';

let service: TestService;
let shop: TestShop;
const played: number[] = [];

beforeAll(async () => {
  service = await sharedTestService();
  shop = await openAssistantShop(service);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.clock.set(NOW);
});

function job(number: number, title: string, play: (call: Call) => Promise<void>): void {
  played.push(number);
  playJob(
    number,
    title,
    () => shop,
    ({ call }) => play(call),
  );
}

type Answer = Awaited<ReturnType<Call>>;

const titlesOf = ({ items }: Answer): string[] => items.map(({ title }: { title: string }) => title) as string[];

/** The best match of a contact. */
async function contact(call: Call, clues: object): Promise<Answer> {
  return (await call('comms.resolve_contact', clues)).matches[0];
}

/** The id of the text that waits for Jade. */
async function waitingText(call: Call): Promise<string> {
  const { id } = await contact(call, { name: 'Jade MacDonald' });
  const { items, total } = await call('comms.list_scheduled_messages', { status: 'scheduled', customer_id: id });
  expect(total).toBe(1);
  return items[0].id as string;
}

describe('a shop’s assistant', () => {
  job(1, 'the newest text that nobody has answered', async (call) => {
    const asked = { unanswered: true, status: 'open', channel: 'sms', limit: 1 };
    const {
      items: [{ customer_id }],
    } = await call('comms.list_conversations', asked);
    expect(await call('customers.get', { id: customer_id })).toMatchObject({ name: 'Jade MacDonald' });
  });

  job(2, 'what a customer wrote', async (call) => {
    const { conversation } = await contact(call, { name: 'Jade MacDonald' });
    expect((await call('comms.list_messages', { conversation })).items).toMatchObject([
      { direction: 'inbound', body: 'Is my Civic ready?' },
    ]);
  });

  job(3, 'who called, and what is open', async (call) => {
    const { kind, id } = await contact(call, { phone: '613 555 0764' });
    expect([kind, await call('customers.get', { id })]).toMatchObject([
      'customer',
      {
        name: 'Jade MacDonald',
        vehicles: [{ label: '2020 Honda Civic' }],
        open_jobs: [{ number: 1948 }],
        open_tasks: [{ title: 'Order brake pads' }],
      },
    ]);
  });

  job(4, 'a text to a customer', async (call) => {
    const { conversation } = await contact(call, { name: 'Jade' });
    expect((await call('comms.can_contact', { conversation })).texting).toMatchObject({ allowed: true, reasons: [] });
    const text = { conversation, body: 'Your Civic is ready.', idempotency_key: 'ready-jade' };
    expect(await call('comms.send_text', text)).toMatchObject({ to: '+16135550764', status: 'queued' });
  });

  job(5, 'a text to a customer who sent STOP', async (call) => {
    const { id, texting_blocked } = await contact(call, { name: 'Dana Whitfield' });
    const { texting } = await call('comms.can_contact', { customer_id: id });
    expect([texting_blocked, texting]).toMatchObject([true, { allowed: false, reasons: ['opted_out'], blocked_by: 'stop' }]);
  });

  job(6, 'a text at night', async (call) => {
    service.clock.set('2026-03-02T22:30:00-05:00');
    expect((await call('comms.can_contact', { phone: '613 555 0199' })).texting).toMatchObject({
      allowed: false,
      reasons: ['quiet_hours'],
      next_permitted_at: '2026-03-03T13:00:00.000Z',
    });
  });

  job(7, 'a text on Wednesday at nine', async (call) => {
    const { id } = await contact(call, { name: 'Jade MacDonald' });
    const reminder = { channel: 'sms', customer_id: id, body: 'See you tomorrow.', send_at: '2026-03-04T09:00:00-05:00' };
    expect(await call('comms.schedule_message', reminder)).toMatchObject({
      status: 'scheduled',
      body: 'See you tomorrow.\nReply to this text to reach us.',
      send_at: '2026-03-04T14:00:00.000Z',
    });
  });

  job(8, 'the same text at another time', async (call) => {
    const id = await waitingText(call);
    expect(await call('comms.update_scheduled_message', { id, send_at: '2026-03-05T10:00:00-05:00' })).toMatchObject({
      send_at: '2026-03-05T15:00:00.000Z',
    });
  });

  job(9, 'the same text not at all', async (call) => {
    const id = await waitingText(call);
    expect(await call('comms.cancel_scheduled_message', { id })).toMatchObject({ status: 'canceled' });
  });

  job(10, 'a number that is not to be texted', async (call) => {
    const { texting } = await call('comms.set_texting_block', { phone: '613 555 0188', blocked: true, note: 'Spam' });
    expect(texting).toMatchObject({ allowed: false, reasons: ['blocked_by_staff'], blocked_by: 'staff' });
  });

  job(11, 'overdue tasks, and whose', async (call) => {
    expect(await call('tasks.list', { overdue: true })).toMatchObject({
      items: [{ title: 'Call about the quote', overdue: true, assignee_name: 'Tomás' }],
      total: 1,
    });
  });

  job(12, 'a task for a teammate, about a customer, at a time of the shop', async (call) => {
    const { items } = await call('tasks.assignees');
    const { staff_id } = items.find(({ name }: { name: string }) => name === 'Tomás');
    const {
      items: [dana],
    } = await call('customers.list', { q: 'Dana Whitfield' });
    const task = await call('tasks.create', {
      title: 'Call Dana Whitfield',
      due_at: '2026-03-09T09:00:00-04:00',
      customer_id: dana.id,
      staff_id,
    });
    expect(task).toMatchObject({ due_at: '2026-03-09T13:00:00.000Z', customer_id: dana.id, assignee_name: 'Tomás' });
  });

  job(13, 'what a customer drives, and has had done in the former system too', async (call) => {
    const {
      items: [{ id }],
    } = await call('customers.list', { q: 'MacDonald, Jade' });
    expect((await call('customers.get', { id })).vehicles).toMatchObject([{ label: '2020 Honda Civic' }]);
    expect(titlesOf(await call('jobs.list', { customer_id: id })).sort()).toEqual(['Brakes', 'Winter tires off']);
  });

  job(14, 'what is booked for tomorrow, and who does it', async (call) => {
    const tomorrow = { since: '2026-03-03T00:00:00-05:00', until: '2026-03-04T00:00:00-05:00' };
    expect(await call('jobs.list', tomorrow)).toMatchObject({
      items: [
        { title: 'Oil change', customer_name: 'Dana Whitfield', assignee_name: null },
        { title: 'Windscreen', customer_name: 'Dana Whitfield', assignee_name: 'Keisha' },
      ],
      total: 2,
    });
  });

  job(15, 'a technician’s work, now and next', async (call) => {
    const { items } = await call('staff.list', { active: true });
    const { id: assignee_id } = items.find(({ name }: { name: string }) => name === 'Keisha');
    const working = await call('jobs.list', { assignee_id, stage: 'in_progress' });
    const names = { customer_name: 'Jade MacDonald', vehicle_label: '2020 Honda Civic', assignee_name: 'Keisha' };
    expect(working).toMatchObject({ items: [{ title: 'Brakes', ...names }], total: 1 });
    expect(titlesOf(await call('jobs.list', { assignee_id, since: NOW }))).toEqual(['Windscreen']);
  });

  job(16, 'another price for one size of vehicle', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'interior detail' });
    const { tiers } = await call('services.update_price', { id, tiers: [{ vehicle_size: 'truck', price: 249 }] });
    expect(tiers).toEqual([
      { vehicle_size: 'sedan', price: 200, duration_minutes: null },
      { vehicle_size: 'suv', price: 250, duration_minutes: 90 },
      { vehicle_size: 'truck', price: 249, duration_minutes: 240 },
    ]);
  });

  job(17, 'a service off the booking page', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'rear window tint' });
    expect(await call('services.set_online', { id, bookable: false })).toMatchObject({
      name: 'Rear window tint',
      bookable: false,
    });
  });

  job(18, 'unanswered reviews of three stars or fewer', async (call) => {
    expect(await call('reviews.list', { unanswered_only: true, max_stars: 3 })).toMatchObject({
      items: [{ stars: 2 }, { stars: 1 }],
      total: 2,
    });
  });

  job(19, 'the free times for a service and a size of vehicle', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'oil change' });
    const tomorrow = { from: '2026-03-03T00:00:00-05:00', to: '2026-03-04T00:00:00-05:00' };
    const { slots } = await call('booking.availability', { service_ids: [id], vehicle_size: 'suv', ...tomorrow });
    // Keisha is the only technician, and the oil change at eight has no person and no end.
    expect(slots[0]).toMatchObject({ starts_at: '2026-03-03T14:00:00.000Z', ends_at: '2026-03-03T15:30:00.000Z' });
    expect(slots.at(-1).ends_at).toBe('2026-03-03T23:00:00.000Z');
  });

  job(20, 'the deposit for it, and a task to book it', async (call) => {
    const {
      items: [{ id }],
    } = await call('services.list', { q: 'oil change' });
    expect(await call('booking.deposit_due', { service_ids: [id], vehicle_size: 'suv' })).toMatchObject({
      currency: 'CAD',
      subtotal: 250,
      deposit_due: 50,
    });
    const { items } = await call('tasks.assignees');
    const { staff_id } = items.find(({ name }: { name: string }) => name === 'Hélène');
    const {
      items: [dana],
    } = await call('customers.list', { q: 'Dana Whitfield' });
    const title = 'Book an oil change (SUV) for Dana Whitfield, Tuesday at nine, deposit 50 CAD';
    const task = { title, customer_id: dana.id, staff_id, idempotency_key: 'book-dana' };
    expect(await call('tasks.create', task)).toMatchObject({ title, assignee_name: 'Hélène' });
  });

  it('does every job of the first part of the page', async () => {
    expect([...(await jobsOfPage()).keys()].filter((number) => number <= 20)).toEqual(played);
  });
});
