import { readFile } from 'node:fs/promises';
import { STEP_KINDS, WITHDRAWING_KINDS } from '../../../domain/automations/automation.js';
import { COMPARISONS } from '../../../domain/automations/condition.js';
import { sharedTestService, type TestService } from '../../support/service.js';

let service: TestService;
let guide: string;

beforeAll(async () => {
  service = await sharedTestService();
  guide = await readFile('docs/automations.md', 'utf8');
});
afterAll(() => service.stop());

it('every rule of the guide is taken as it stands there', async () => {
  const shop = await service.shop();
  const rules = [...guide.matchAll(/```json rule\n([^`]+)```/g)].map(([, text = '']) => JSON.parse(text) as { name: string });
  expect(rules.map(({ name }) => name)).toEqual(['Text back a missed call', 'Look after new leads', 'Remind of an appointment']);
  for (const rule of rules) {
    const { status, body } = await shop.full.post('/automations/create', rule);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.data).toMatchObject({ ...rule, when: body.data.when, do: body.data.do });
  }
});

it('the guide names every comparison, every step and every kind that withdraws a step', () => {
  const words = [...COMPARISONS, ...STEP_KINDS, ...WITHDRAWING_KINDS];
  expect(words.filter((word) => !guide.includes(`\`${word}\``))).toEqual([]);
});
