import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf } from '../../../infrastructure/cli/program.js';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { onServer } from '../../support/postgres.js';
import { registry } from '../../support/registry.js';
import { shopCommands } from '../../support/shop-commands.js';
import { startWholeService, type WholeService } from '../../support/whole-service.js';

const { database, dataDir, shop, cli, done } = shopCommands();

/** These open no database. */
const WITHOUT_DATABASE = ['demo env', 'extensions', 'extensions build', 'mcp config', 'openapi'];
/**
 * `listen` runs until a signal. `doctor` looks if work can be queued, in a transaction that it rolls back. `backup verify` writes into a
 * database of its own.
 */
const OTHERWISE = ['backup verify', 'doctor', 'listen'];

let service: WholeService;
let api: Api;
let lines = 0;
beforeEach(async () => {
  service = await startWholeService(database().url, { ALLOW_PRIVATE_WEBHOOKS: 'on' });
  api = await service.key(shop() as Parameters<WholeService['key']>[0]); // safe: the command printed a shop's id
  lines += 1;
  await done('number', 'add', '--shop', shop(), '--number', `613736090${lines}`);
  await done('shop', 'set', shop(), 'texting_hours=mon-sun 00:00-24:00');
});
afterEach(() => service.stop());

async function aText(): Promise<string> {
  const customer = (await api.post('/customers', { name: 'Dana', phone: '6135550142' })).body.data.id as string;
  return (await api.post('/messages', { customer_id: customer, body: 'Ready.' })).body.data.id as string;
}

async function aRule(): Promise<string> {
  const file = join(dataDir(), 'rule.json');
  await writeFile(file, '{"name": "Text back", "on": "call.missed", "do": [{"step": "send_text", "body": "How can we help?"}]}');
  return (await done('automation', 'create', '--shop', shop(), '--file', file)).id as string;
}

test('an event that a command causes names who ran it, and that of a call names nobody', async () => {
  await done('outgoing', 'pause', '--texts');
  const text = await aText();
  const events = async (type: string) => (await done('events', '--shop', shop(), '--type', type)).items;
  const created = await eventually(
    () => events('customer.created'),
    (items) => items.length > 0,
  );
  expect(created).toMatchObject([{ cause: { operation: 'customers.create', operator: null } }]);
  await done('outgoing', 'resume', '--drop-older-than', '0s', '--as', 'Morgan');
  const failed = await eventually(
    () => events('message.failed'),
    (items) => items.length > 0,
  );
  expect(failed).toMatchObject([{ data: { id: text, error: 'paused' }, cause: { operation: null, operator: 'Morgan' } }]);
});

// This is the last test, because it makes the database read-only for all new sessions.
test('a command that does not say that it changes something writes nothing', async () => {
  await done('outgoing', 'pause'); // so that no text is tried without room for its outcome
  const rule = await aRule();
  const text = await aText();
  const webhook = (await api.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).body.data.id as string;
  const of = ['--shop', shop()];
  const { id: customer } = (await api.post('/customers', { name: 'Dana Whitfield', phone: '(613) 555-0143' })).body.data;
  const readers: Readonly<Record<string, readonly string[]>> = {
    'automation list': of,
    'automation runs': [rule, ...of],
    'automation show': [rule, ...of],
    'backup make': ['--to', join(dataDir(), 'backups')],
    'customer export': [customer, '--out', join(dataDir(), 'customer.ndjson.gz'), ...of],
    events: of,
    export: ['customers', ...of],
    'key list': of,
    'message list': of,
    'message why': [text, ...of],
    'migrate status': [],
    'number list': of,
    'optouts list': of,
    'outgoing status': [],
    'recordings export': [join(dataDir(), 'recordings'), ...of],
    'sandbox outbox': of,
    'shop export': [shop(), '--out', join(dataDir(), 'shop.ndjson.gz')],
    'shop list': [],
    'shop show': [shop()],
    'staff list': of,
    'webhook deliveries': [webhook, ...of],
    'webhook list': of,
  };
  const silent = partsOf(registry).flatMap((part) => ('addTo' in part && !part.changes ? [part.name] : []));
  expect(silent.sort()).toEqual([...Object.keys(readers), ...WITHOUT_DATABASE, ...OTHERWISE].sort());
  const name = new URL(database().url).pathname.slice(1);
  await onServer((client) => client.query(`alter database "${name}" set default_transaction_read_only = on`));
  for (const [command, args] of Object.entries(readers)) {
    const { exitCode, stderr } = await cli(...command.split(' '), ...args);
    expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' });
  }
  const { exitCode, stderr } = await cli('shop', 'set', shop(), 'name=Harbour Garage');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('nothing changed')]); // so the others would have failed, too
});
