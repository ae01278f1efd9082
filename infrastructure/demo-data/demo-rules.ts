import type { RuleInput } from '../../application/areas/automations/rule-input.js';
import type { Step } from '../../domain/automations/automation.js';
import type { StaffUserId } from '../../domain/shared/id.js';

const AT_ONCE = { after: null, unless: [] } as const;

/** The rules of the first shop of the demo. They follow what happens after the demo was loaded. */
export function demoRules(shop: string, advisor: StaffUserId): readonly RuleInput[] {
  const text = (body: string): Step => ({ step: 'send_text', body, ...AT_ONCE });
  const call: Step = {
    ...{ step: 'create_task', title: 'Call {{name}}', notes: null, priority: 'high', staffId: advisor },
    ...{ dueIn: { unit: 'hours', count: 1 }, ...AT_ONCE },
  };
  return [
    {
      name: 'Text back a missed call',
      on: { kind: 'event', event: 'call.missed' },
      do: [text(`Sorry that we missed your call. How can we help? ${shop}`)],
    },
    { name: 'Call a new lead', on: { kind: 'event', event: 'lead.created' }, do: [call] },
    {
      name: 'Remind of an appointment',
      on: { kind: 'before', anchor: 'appointment', wait: { unit: 'days', count: 1 } },
      do: [text(`${shop} expects you on {{starts_at}}. Is another time better? Reply to this text.`)],
    },
  ];
}
