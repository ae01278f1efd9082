import type { ShopRecords } from '../records.js';
import type { Sample } from '../samples.js';

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

/** The samples of the area `automations`, as `samples` has them. */
export const automationsSamples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
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
};
