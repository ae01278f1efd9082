import { Outgoing } from '../../../application/areas/outgoing/outgoing.js';
import { expectRefusal, shopOps } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { Receiver } from '../../support/receiver.js';
import { shopCommands } from '../../support/shop-commands.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const DAY_MS = 24 * 3_600_000;
const SIGNING_KEYS = 'a-signing-key-of-the-tests';

const { database, dataDir, shop, cli, done } = shopCommands();

let service: WholeService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const started = async (env = {}) => (service = await startWholeService(database().url, env));
const shopId = () => shop() as Parameters<WholeService['key']>[0]; // safe: the command printed a shop's id

describe('key rotate', () => {
  test('makes a key with the same rights, and lets the former one live for a day', async () => {
    const minted = await done(
      'key',
      'mint',
      '--shop',
      shop(),
      '--name',
      'website',
      '--scope',
      'read',
      '--grant',
      'inbox.access=view',
    );
    const rotated = await done('key', 'rotate', minted.id);
    expect(rotated).toEqual({
      id: expect.not.stringContaining(minted.id),
      key: expect.stringMatching(/^sk_shop_/),
      expires_at: null,
      former: { id: minted.id, expires_at: expect.any(String) },
    });
    const left = Date.parse(rotated.former.expires_at) - Date.now();
    expect([left > DAY_MS - 60_000, left <= DAY_MS]).toEqual([true, true]);
    const [former, now] = await done('key', 'list', '--shop', shop());
    const same = { name: 'website', scope: 'read', grants: { 'inbox.access': 'view' }, status: 'active' };
    expect([former, now]).toMatchObject([
      { ...same, expires_at: rotated.former.expires_at },
      { ...same, expires_at: null },
    ]);
    const running = await started();
    for (const key of [minted.key, rotated.key]) expect((await running.as(key).get('/leads')).status).toBe(200);
  });

  test('does not lengthen the life of a key, and refuses one that is no longer live', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const minted = await done('key', 'mint', '--shop', shop(), '--name', 'a', '--scope', 'full', '--expires', soon);
    expect(await done('key', 'rotate', minted.id)).toMatchObject({ expires_at: soon, former: { expires_at: soon } });
    await done('key', 'revoke', minted.id);
    expectRefusal(await cli('key', 'rotate', minted.id, '--json'), 1, 'the key is revoked or expired');
    expectRefusal(await cli('key', 'rotate', shop(), '--json'), 1, 'key not found');
  });
});

describe('message list and message why', () => {
  test('say what became of a text, and what keeps one that waits', async () => {
    const api = await (await started({ WORKER: 'off' })).key(shopId());
    await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
    await done('number', 'add', '--shop', shop(), '--number', '6137360901');
    const customer = (await api.post('/customers', { name: 'Dana', phone: '6135550142' })).body.data.id as string;
    const text = (await api.post('/messages', { customer_id: customer, body: 'Ready.' })).body.data.id as string;
    const why = () => done('message', 'why', text, '--shop', shop());
    expect(await why()).toMatchObject({
      status: 'queued',
      workers_alive: 0,
      because: expect.stringContaining('no worker is alive'),
    });
    await service?.stop();
    await started();
    expect(await eventually(why, ({ status }) => status === 'delivered')).toMatchObject({
      because: 'the provider has reported that it was delivered',
      provider_id: expect.any(String),
      error: null,
      workers_alive: 2,
    });
    const listed = [{ id: text, status: 'delivered', to: '+16135550142', from: '+16137360901' }];
    expect(await done('message', 'list', '--shop', shop())).toMatchObject(listed);
    expect(await done('message', 'list', '--shop', shop(), '--number', '613 555 0142')).toMatchObject(listed);
    expect(await done('message', 'list', '--shop', shop(), '--status', 'failed')).toEqual([]);
    const printed = (await cli('message', 'list', '--shop', shop())).stdout;
    expect([printed.includes('delivered'), printed.includes('Ready.')]).toEqual([true, false]);
  });

  test('name the refusal of the provider, and the rule that will refuse a text that waits', async () => {
    const api = await (await started({ WORKER: 'off' })).key(shopId());
    await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
    await done('number', 'add', '--shop', shop(), '--number', '6137360902');
    const customer = (await api.post('/customers', { name: 'Dana', phone: '+15005550001' })).body.data.id as string;
    const refused = (await api.post('/messages', { customer_id: customer, body: 'Ready.' })).body.data.id as string;
    const scheduled = await api.post('/comms/schedule_message', {
      ...{ customer_id: customer, body: 'Ready.', channel: 'sms' },
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(await done('message', 'why', scheduled.body.data.id, '--shop', shop())).toMatchObject({
      status: 'scheduled',
      because: expect.stringContaining('no worker is alive'),
    });
    await service?.stop();
    await started();
    const why = () => done('message', 'why', refused, '--shop', shop());
    expect(await eventually(why, ({ status }) => status === 'failed')).toMatchObject({
      error: expect.stringMatching(/^21211: /),
      because: expect.stringContaining('error says which'),
    });
  });

  test('say of a text that waits in a pause that it is held, why, since when, and what ends that', async () => {
    const running = await started({ WORKER: 'off' });
    const api = await running.key(shopId());
    await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
    await done('number', 'add', '--shop', shop(), '--number', '6137360903');
    const customer = (await api.post('/customers', { name: 'Dana', phone: '6135550142', email: 'd@dana.example' })).body.data.id;
    const text = (await api.post('/messages', { customer_id: customer, body: 'Ready.' })).body.data.id as string;
    const later = await api.post('/comms/schedule_message', {
      ...{ customer_id: customer, body: 'Ready.', subject: 'Your car', channel: 'email' },
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const why = (id: string) => done('message', 'why', id, '--shop', shop());
    await running.container.get(Outgoing).refused('texts', { code: '20003', sentence: 'No.' });
    expect(await why(text)).toMatchObject({
      held: 'account_refused',
      because: expect.stringMatching(
        /^it is held: the other side refuses the account.*\(20003: No\), since .*Z: correct the account/,
      ),
    });
    await done('outgoing', 'pause', '--reason', 'wrong price list');
    const paused = /: an operator has paused this \(wrong price list\), since 20.*Z: shop-ops outgoing resume ends it$/;
    expect(await why(text)).toMatchObject({ status: 'queued', held: 'paused', because: expect.stringMatching(paused) });
    const email = await why(later.body.data.id as string);
    expect(email).toMatchObject({ status: 'scheduled', held: null, because: expect.stringMatching(paused) });
    expect(email.because).toMatch(/would be held now/);
    await done('outgoing', 'resume');
    await running.connections.pool.query('delete from outgoing_pauses');
  });

  test('say when a text is tried again whose work has failed, and why it did', async () => {
    const running = await started();
    const api = await running.key(shopId());
    await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
    await done('number', 'add', '--shop', shop(), '--number', '6137360904');
    await running.connections.pool.query(`create function fail() returns trigger language plpgsql
      as $$ begin raise 'no room for it' using errcode = '53100'; end $$;
      create trigger fail before update on messages for each row when (new.status = 'sending') execute function fail()`);
    const customer = (await api.post('/customers', { name: 'Dana', phone: '6135550142' })).body.data.id as string;
    const text = (await api.post('/messages', { customer_id: customer, body: 'Ready.' })).body.data.id as string;
    const why = async () => (await done('message', 'why', text, '--shop', shop())).because as string;
    expect(await eventually(why, (because) => because.includes('again'))).toMatch(
      /^it is tried again at \d{4}-\d\d-\d\dT[\d:.]+Z: the database cannot store anything/,
    );
    await running.connections.pool.query('drop trigger fail on messages; drop function fail');
  });

  test('refuse what does not exist, and a number that is none', async () => {
    expectRefusal(await cli('message', 'why', shop(), '--shop', shop(), '--json'), 1, 'message not found');
    expectRefusal(
      await cli('message', 'list', '--shop', shop(), '--number', 'Dana', '--json'),
      1,
      'number: is not a phone number',
    );
  });
});

describe('the commands for webhooks', () => {
  test('list a webhook with its tries, deliver again, and switch it on', async () => {
    let status = 500;
    const receiver = await Receiver.start({ answer: (response) => response.writeHead(status).end('no') });
    const api = await (await started({ ALLOW_PRIVATE_WEBHOOKS: 'on' })).key(shopId());
    const { id } = (await api.post('/webhooks', { url: receiver.url(), events: ['lead.created'] })).body.data;
    await api.post('/leads', { name: 'Dana', phone: '6135550142' });
    const failed = () => done('webhook', 'deliveries', id, '--shop', shop(), '--status', 'failed');
    const [tried] = await eventually(failed, (tries) => tries.length > 0);
    expect(tried).toMatchObject({ event_type: 'lead.created', response_status: 500, response_body: 'no' });
    expect(await done('webhook', 'list', '--shop', shop())).toMatchObject([
      { id, enabled: true, last_failure_at: expect.any(String) },
    ]);
    expect((await cli('webhook', 'list', '--shop', shop())).stdout).toContain(receiver.url());

    status = 204;
    expect(await done('webhook', 'redeliver', id, tried.id, '--shop', shop())).toMatchObject([{ status: 'pending', attempt: 1 }]);
    const delivered = () => done('webhook', 'deliveries', id, '--shop', shop(), '--status', 'delivered');
    expect(await eventually(delivered, (tries) => tries.length > 0)).toMatchObject([{ event_id: tried.event_id }]);

    await api.patch(`/webhooks/${id}`, { enabled: false });
    expectRefusal(await cli('webhook', 'redeliver', id, tried.id, '--shop', shop(), '--json'), 1, 'switched off');
    const on = () => cli('webhook', 'enable', id, '--shop', shop(), '--json');
    expect((await eventually(on, ({ exitCode }) => exitCode === 0)).document).toMatchObject({ id, enabled: true });
    await receiver.close();
  });

  test('know only the webhooks of the shop', async () => {
    const other = (await done('shop', 'create', '--name', 'Elsewhere')).id as string;
    const api = await (await started({ WORKER: 'off' })).key(shopId());
    const { id } = (await api.post('/webhooks', { url: 'https://1.1.1.1/shop' })).body.data;
    for (const verb of ['enable', 'deliveries'])
      expectRefusal(await cli('webhook', verb, id, '--shop', other, '--json'), 1, 'webhook not found');
  });
});

describe('a command that changes something', () => {
  const settings = () => ({ DATABASE_URL: database().url, SIGNING_KEYS, DATA_DIR: dataDir(), LOG_FORMAT: 'json' });
  const lineOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr) as Record<string, unknown>;

  test('leaves a line in the log with who ran it, and without what it was about', async () => {
    const set = await shopOps(settings(), 'shop', 'set', shop(), 'name=Harbour Garage', '--as', 'Morgan');
    expect(lineOf(set)).toMatchObject({
      msg: 'an operator changed something',
      command: 'shop set',
      operator: 'Morgan',
      record: shop(),
    });
    expect(set.stderr).not.toContain('Harbour');
    const asked = await shopOps({ ...settings(), SUDO_USER: 'rowan' }, 'shop', 'resume', shop());
    expect(lineOf(asked)).toMatchObject({ operator: 'rowan' });
    const named = await shopOps(settings(), 'shop', 'suspend', shop());
    expect(lineOf(named)).toMatchObject({ command: 'shop suspend', operator: expect.stringMatching(/\w/) });
    expect((await shopOps(settings(), 'shop', 'show', shop())).stderr).toBe('');
  });

  test('leaves none when there was nothing to change', async () => {
    for (const args of [['wake', '--list'], ['wake', '--yes'], ['migrate']])
      expect(await shopOps(settings(), ...args)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('that was refused leaves none', async () => {
    const { stderr } = await shopOps(settings(), 'key', 'rotate', shop());
    expect(stderr).toBe('shop-ops: key not found\n');
  });
});
