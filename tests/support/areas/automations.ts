import { randomUUID } from 'node:crypto';
import { insert } from '../builders/insert.js';
import type { TestService, TestShop } from '../service.js';
import type { TestedArea } from '../tested-area.js';

declare module '../records.js' {
  interface ShopRecords {
    /** a rule that is switched off */
    readonly automation: string;
    /** a rule that somebody deletes */
    readonly deletedAutomation: string;
  }
}

const AT = '2026-03-01T09:00:00.000Z';

/** A rule that uses every part of a rule, and that no event starts. */
const RULE = {
  name: 'Nothing happens',
  enabled: false,
  on: { after: 'job.completed', days: 3 },
  when: [{ field: 'previous.stage', is: 'in', value: ['qa', 'ready'] }],
  do: [
    {
      step: 'create_task',
      title: 'Ask about job {{number}}',
      due_in: { hours: 2 },
      after: { days: 1 },
      unless: ['call.completed'],
    },
  ],
};

export const automations: TestedArea = {
  samples: {
    'automations.list': () => ({ input: { limit: 10, offset: 0 } }),
    'automations.get': ({ automation }) => ({ input: {}, path: { id: automation }, references: { id: [automation, 404] } }),
    'automations.create': () => ({ input: RULE }),
    'automations.update': ({ automation }) => ({ input: RULE, path: { id: automation }, references: { id: [automation, 404] } }),
    'automations.delete': ({ deletedAutomation: id }) => ({ input: {}, path: { id }, references: { id: [id, 404] } }),
    'automations.runs': ({ automation }) => ({
      input: { limit: 10, offset: 0 },
      path: { id: automation },
      references: { id: [automation, 404] },
    }),
  },
  hints: {
    'automations.create': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    'automations.delete': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    'automations.update': { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
  store: async (service, shop, { job }) => {
    const automation = await anAutomation(service, shop);
    await fillRuns(service, shop, automation, job);
    return { automation, deletedAutomation: await anAutomation(service, shop) };
  },
};

/** Stores a rule that is switched off. */
async function anAutomation(service: TestService, { id: shop }: TestShop): Promise<string> {
  const automation = randomUUID();
  await insert(service, 'automations', {
    shop_id: shop,
    id: automation,
    name: 'Nothing happens',
    enabled: false,
    trigger: { kind: 'event', event: 'lead.created' },
    conditions: '[]',
    steps: JSON.stringify([{ step: 'send_text', body: 'Hi {{name}}', after: null, unless: [] }]),
    listens_to: 'lead.created',
    created_at: AT,
    version: 1,
  });
  return automation;
}

/** Stores a run of a rule, for an appointment, with a step that waits for a contact. */
async function fillRuns(service: TestService, { id: shop }: TestShop, automation: string, job: string): Promise<void> {
  const [run, step] = [randomUUID(), randomUUID()];
  await insert(service, 'automation_runs', {
    ...{ shop_id: shop, id: run, automation_id: automation, job_id: job, starts_at: AT, happened_at: AT, since_number: 0 },
    ...{ state: 'begun', depth: 1, kept_until: AT, created_at: AT },
  });
  await insert(service, 'automation_steps', {
    ...{ shop_id: shop, id: step, run_id: run, place: 0, step: { step: 'send_text' }, status: 'waiting', runs_at: AT },
  });
  await insert(service, 'automation_watches', {
    ...{ shop_id: shop, contact: 'number:+16135550142', kind: 'message.received', step_id: step },
  });
}
