import { readFile } from 'node:fs/promises';
import { EraseCustomer } from '../../../application/areas/customers/erase-customer.js';
import type { Automation } from '../../../domain/automations/automation.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { aCustomer, aLead, aStoredTask } from '../../support/builders/records.js';
import { Inbox } from '../../support/inbox.js';
import { on, Rules, task } from '../../support/rules.js';
import { startTestService, type TestService } from '../../support/service.js';

const WORDS = ['Zorblax', '5557731', 'zorblax@leak.example'];
const PERSON = { name: 'Zorblax Lead', phone: '+16135557731', email: 'zorblax@leak.example' };

let service: TestService;
let inbox: Inbox;

beforeAll(async () => {
  service = await startTestService();
  inbox = await Inbox.open(service);
});
afterAll(() => service.stop());

/** The rules that the demo has on, for a teammate of the shop. */
async function addDemoRules(rules: Rules): Promise<void> {
  const { user_id: staffId } = await aStaffMember(service, inbox.shop, { email: 'robin@shop.example' });
  const lines = (await readFile('infrastructure/demo-data/data/northside/rules.ndjson', 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const { name, on: trigger, do: steps } = JSON.parse(line) as Pick<Automation, 'name' | 'on' | 'do'>;
    const own: unknown = steps.map((step) =>
      step.step === 'create_task' && step.staffId !== null ? { ...step, staffId } : step,
    );
    await rules.add({ name, on: trigger, do: own as Automation['do'] }); // safe: as many steps as before
  }
}

/** The tables, of whatever schema, that have a row with one of the words in any column. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await service.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found = await service.sql<{ name: string; n: number }>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name} t where t::text ilike any($1)`)
      .join(' union all '),
    [words.map((word) => `%${word}%`)],
  );
  return found.filter(({ n }) => n > 0).map(({ name }) => name.replace('public.', ''));
}

test('whoever came as a lead is erased from what rules made of the lead, and from what rules made of that or of what people did with it', async () => {
  const { full } = inbox.shop;
  const rules = new Rules(service, inbox.shop);
  await addDemoRules(rules);
  await rules.add({ on: on('lead.created'), do: [task('Write to {{email}}', { notes: '{{phone}}' })] });
  await rules.add({ on: on('task.created'), do: [task('Look after: {{title}}')] });
  await rules.add({ on: on('task.completed'), do: [task('After: {{title}}')] });
  await full.post('/webhooks', { url: 'https://receiver.example/hook' });
  await aLead(full, PERSON);
  await rules.follow();
  await rules.follow();
  const made = (await full.get('/tasks?limit=100')).body.data as { id: string; title: string }[];
  await full.post(`/tasks/${made.find(({ title }) => title.startsWith('Write to'))?.id}`, { complete: true });
  await rules.follow();
  const { id: other } = await aStoredTask(full, { title: 'Order tyres' });
  const { id } = await aCustomer(full, PERSON);
  await rules.follow();
  const tasks = (await full.get('/tasks?limit=100')).body.data as { title: string; customer_id: string | null }[];
  expect(tasks.map(({ title }) => title)).toContain('After: Write to zorblax@leak.example');
  expect(tasks.filter(({ title, customer_id }) => /zorblax/i.test(title) && customer_id === null).length).toBeGreaterThan(2);
  expect(await tablesWith(WORDS)).toEqual(expect.arrayContaining(['leads', 'tasks', 'outbox']));
  await service.container.get(EraseCustomer).execute(inbox.shop.id, id as CustomerId); // safe: a customer's id
  expect(await tablesWith(WORDS)).toEqual([]);
  expect((await full.get(`/tasks/${other}`)).body.data.title).toBe('Order tyres');
});
