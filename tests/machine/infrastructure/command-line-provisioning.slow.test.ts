import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { expectRefusal, type Ran } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { shopCommands } from '../../support/shop-commands.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;

const { database, dataDir, shop, cli, done } = shopCommands();

describe('the command shop set', () => {
  test('sets the named settings, shows them as they are typed, and accepts its own output', async () => {
    const settings = {
      opening_hours: 'mon-fri 08:00-12:00,13:00-17:00; sat 09:00-13:00',
      texting_hours: 'mon-sun 09:00-24:00',
      closures: '2026-12-25..2027-01-02',
      bays: 'Bay 1,Bay 2',
      messaging_service: 'MG0123',
      reply_pointer: 'Text us back.',
      reply_to: 'desk@example.com',
    };
    const typed = [
      'name=Harbour Garage',
      'timezone=America/Toronto',
      'features.booking=off',
      'opening_hours=Mon-Fri 13:00-17:00, 8:00-12:00; sat 9:00-13:00',
      'texting_hours=mon-sun 9:00-24:00',
      'closures=2026-12-26..2027-01-02,2026-12-25',
      'bays= Bay 1 , Bay 2',
      'messaging_service=MG0123',
      'texts_per_hour=20',
      'reply_pointer= Text us back. ',
      'reply_to=Desk@example.com',
      'booking_lead_minutes=240',
      'booking_horizon_days=30',
      'keep_recordings_months=6',
    ];
    const set = await done('shop', 'set', shop(), ...typed);
    const features = { scheduling: true, services: true, reviews: true, booking: false };
    expect(set).toEqual({
      id: shop(),
      name: 'Harbour Garage',
      timezone: 'America/Toronto',
      country: 'CA',
      currency: 'CAD',
      status: 'active',
      features,
      ...settings,
      texts_per_hour: 20,
      booking_lead_minutes: 240,
      booking_step_minutes: 30,
      booking_buffer_minutes: 0,
      booking_horizon_days: 30,
      keep_recordings_months: 6,
      keep_transcripts_months: null,
      keep_messages_months: null,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(await done('shop', 'show', shop())).toEqual(set);
    const shown = (await cli('shop', 'show', shop())).stdout.split('\n').map((line) => line.split(/ {2,}/, 2));
    expect(Object.fromEntries(shown)).toMatchObject({ ...settings, texts_per_hour: '20' });
    const kept = shown.filter(([key = '']) => key !== '' && !['id', 'country', 'currency', 'status', 'created_at'].includes(key));
    expect(kept).toContainEqual(['features.booking', 'off']);
    expect(await done('shop', 'set', shop(), ...kept.map((pair) => pair.join('=')))).toEqual(set);
    const cleared = await done(
      'shop',
      'set',
      shop(),
      'opening_hours=',
      'closures=none',
      'bays=',
      'messaging_service=none',
      'reply_to=',
    );
    expect(cleared).toMatchObject({
      opening_hours: 'closed',
      closures: 'none',
      bays: 'none',
      messaging_service: null,
      reply_to: null,
      texts_per_hour: 20,
      reply_pointer: settings.reply_pointer,
      texting_hours: settings.texting_hours,
    });
  });

  test('names an unknown or wrong key, and then sets nothing', async () => {
    const before = await done('shop', 'show', shop());
    for (const wrong of ['colour=red', 'closures=2026-02-30', 'booking_step_minutes=0']) {
      expectRefusal(
        await cli('shop', 'set', shop(), 'name=Other', wrong, '--json'),
        1,
        `shop-ops: ${wrong.split('=')[0] ?? ''}: `,
      );
    }
    expect(await done('shop', 'show', shop())).toEqual(before);
    expectRefusal(await cli('shop', 'set', randomUUID(), 'name=Other', '--json'), 1, 'shop not found');
  });

  test('switches a feature on every running instance within a second', async () => {
    const services: WholeService[] = [
      await startWholeService(database().url, { WORKER: 'off' }),
      await startWholeService(database().url, { WORKER: 'off' }),
    ];
    try {
      const { token } = await services[0]!.key(shop() as Awaited<ReturnType<WholeService['shop']>>); // safe: the command printed a shop's id
      const apis = services.map((service) => service.as(token));
      const statuses = async (): Promise<number[]> =>
        Promise.all(apis.map(async (api) => (await api.post('/services/list', {})).status));
      for (const [wanted, status] of [
        ['off', 404],
        ['on', 200],
      ] as const) {
        expect(await statuses()).toEqual(wanted === 'off' ? [200, 200] : [404, 404]);
        await done('shop', 'set', shop(), `features.services=${wanted}`);
        expect(await eventually(statuses, (all) => all.every((one) => one === status), 1000)).toEqual([status, status]);
      }
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  });
});

describe('the command staff', () => {
  test('adds a teammate who can be assigned, is listed, and is retired by deactivate', async () => {
    const added = await done(
      'staff',
      'add',
      '--shop',
      shop(),
      '--name',
      ' Morgan Ellis ',
      '--role',
      'advisor',
      '--email',
      'Morgan@Example.COM',
      '--phone',
      '613 555 0142',
    );
    expect(added).toEqual({
      id: expect.stringMatching(UUID),
      user_id: expect.stringMatching(UUID),
      name: 'Morgan Ellis',
      role: 'advisor',
      email: 'morgan@example.com',
      phone: '+16135550142',
      active: true,
      inbox_access: true,
      hours: 'standard',
    });
    const other = await done('staff', 'add', '--shop', shop(), '--name', 'Lee', '--role', 'technician');
    expect(other).toMatchObject({ email: null, phone: null, inbox_access: false });
    expect(await done('staff', 'list', '--shop', shop())).toEqual([other, added]);
    const key = await done('key', 'mint', '--shop', shop(), '--name', 'desk', '--scope', 'full', '--acts-for', added.user_id);
    const keys = (status: string): unknown => [expect.objectContaining({ id: key.id, acts_for: added.user_id, status })];
    expect(key.acts_for).toBe(added.user_id);
    expect(await done('key', 'list', '--shop', shop())).toEqual(keys('active'));
    const retired = { ...added, active: false, inbox_access: false };
    expect(await done('staff', 'deactivate', added.user_id, '--shop', shop())).toEqual(retired);
    expect(await done('staff', 'deactivate', added.id)).toEqual(retired);
    expect(await done('staff', 'list', '--shop', shop())).toEqual([other, retired]);
    expect(await done('key', 'list', '--shop', shop())).toEqual(keys('inactive'));
    expectRefusal(
      await cli('key', 'mint', '--shop', shop(), '--name', 'n', '--scope', 'full', '--acts-for', added.user_id, '--json'),
      1,
      'acts_for: is the id of somebody who has left',
    );
    const byProfile = await cli(
      'key',
      'mint',
      '--shop',
      shop(),
      '--name',
      'n',
      '--scope',
      'full',
      '--acts-for',
      other.id,
      '--json',
    );
    expect([byProfile.exitCode, byProfile.document.acts_for]).toEqual([0, other.user_id]);
  });

  test('sets working hours by either id, shows them as they are typed, and accepts its own output', async () => {
    const added = await done('staff', 'add', '--shop', shop(), '--name', 'Lee', '--role', 'technician');
    const set = (id: string, ...given: string[]): Promise<unknown> => done('staff', 'set', id, '--shop', shop(), ...given);
    const hours = 'tue-fri 09:00-17:00; sat 09:00-13:00';
    expect(await set(added.id, 'hours=Tue-Fri 9:00-17:00; sat 9:00-13:00')).toEqual({ ...added, hours });
    expect(await done('staff', 'list', '--shop', shop())).toEqual([{ ...added, hours }]);
    expect((await cli('staff', 'list', '--shop', shop())).stdout).toContain(`active  ${hours}\n`);
    expect(await set(added.user_id, `hours=${hours}`)).toEqual({ ...added, hours });
    expect(await set(added.id, 'hours=closed')).toEqual({ ...added, hours: 'closed' });
    expect(await done('staff', 'set', added.user_id, 'hours=Standard')).toEqual(added);
    for (const [id, given, problem] of [
      [added.id, ['hours=monday'], 'hours: "monday" must be days and hours such as mon-fri 08:00-18:00'],
      [added.id, ['hours=closed', 'hours=closed'], 'hours: is given twice'],
      [added.id, ['role=owner'], 'role: cannot be set; this can be set: hours'],
      [randomUUID(), ['hours=closed'], 'staff member not found'],
    ] as const) {
      expectRefusal(await cli('staff', 'set', id, '--shop', shop(), ...given, '--json'), 1, problem);
    }
    for (const [id, where] of [
      [randomUUID(), []],
      ['Lee', []],
      [added.id, ['--shop', randomUUID()]],
    ] as const) {
      expectRefusal(await cli('staff', 'set', id, ...where, 'hours=closed', '--json'), 1, 'staff member not found');
    }
    expect(await done('staff', 'list', '--shop', shop())).toEqual([added]);
  });

  test('asks for the shop of a person only where a copy of the shop has the same ids', async () => {
    const { id } = await done('staff', 'add', '--shop', shop(), '--name', 'Lee', '--role', 'technician');
    const [copy, file] = [await done('shop', 'create', '--name', 'Copy'), join(dataDir(), 'staff.ndjson')];
    expect((await cli('export', 'staff', '--shop', shop(), '--out', file)).exitCode).toBe(0);
    await done('import', 'staff', file, '--shop', copy.id, '--restore');
    const problem = 'shop: several shops have a person with this id; give the shop with --shop';
    expectRefusal(await cli('staff', 'deactivate', id, '--json'), 1, problem);
    await done('staff', 'deactivate', id, '--shop', copy.id);
    expect(await done('staff', 'list', '--shop', shop())).toEqual([expect.objectContaining({ id, active: true })]);
  });

  test('refuses input that the API would refuse, and unknown teammates', async () => {
    const add = (...more: string[]): Promise<Ran> => cli('staff', 'add', '--shop', shop(), '--role', 'viewer', '--json', ...more);
    expectRefusal(await add('--name', 'A', '--email', 'nobody'), 1, 'email: is not an email address');
    expectRefusal(await add('--name', 'A', '--phone', '12'), 1, 'phone: is not a phone number');
    expectRefusal(
      await cli('staff', 'add', '--shop', randomUUID(), '--role', 'viewer', '--name', 'A', '--json'),
      1,
      'shop not found',
    );
    expectRefusal(await cli('staff', 'list', '--shop', 'no-id', '--json'), 1, 'shop not found');
    expectRefusal(await cli('staff', 'deactivate', randomUUID(), '--shop', shop(), '--json'), 1, 'staff member not found');
    expect(await done('staff', 'list', '--shop', shop())).toEqual([]);
  });
});
