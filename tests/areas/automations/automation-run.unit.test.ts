import { keptUntil, plannedSteps, reasonToSkip, type RunStart } from '../../../domain/automations/automation-run.js';
import {
  changeAutomation,
  eventKindOf,
  switchOff,
  type Automation,
  type Step,
  type Trigger,
  type Wait,
} from '../../../domain/automations/automation.js';
import type { AutomationId, StaffUserId } from '../../../domain/shared/id.js';
import { at } from '../../support/test-clock.js';

const NOW = at('2026-03-02T09:00:00.000Z');
const HOUR: Wait = { unit: 'hours', count: 1 };
const RULE: Automation = {
  id: 'rule' as AutomationId, // safe: the domain only compares ids
  name: 'Call back',
  enabled: true,
  on: { kind: 'event', event: 'lead.created' },
  when: [{ field: 'status', is: 'eq', value: 'new' }],
  do: [],
  disabledReason: null,
  createdAt: NOW,
};
const step = (after: Wait | null): Step => ({ step: 'assign', staffId: 'morgan' as StaffUserId, after, unless: [] }); // safe, as above

describe('a run of a rule', () => {
  const START: RunStart = { rule: RULE, data: { status: 'new' }, depth: 3, accountSuspended: false };
  /** `hourly_limit` is decided where the steps are stored. The compiler asks for each new reason here. */
  const REASONS: Readonly<Record<NonNullable<ReturnType<typeof reasonToSkip>>, Partial<RunStart>>> = {
    rule_off: { rule: { ...RULE, enabled: false } },
    account_suspended: { accountSuspended: true },
    appointment_moved: { data: null },
    conditions: { data: { status: 'won' } },
    too_deep: { depth: 4 },
  };

  it.each(Object.entries(REASONS))('is skipped for the reason %s', (reason, fact) => {
    expect(reasonToSkip({ ...START, ...fact })).toBe(reason);
  });

  it('is skipped if its rule was deleted, and begun if nothing speaks against it', () => {
    expect(reasonToSkip({ ...START, rule: null })).toBe('rule_off');
    expect(reasonToSkip(START)).toBeNull();
  });
});

describe('the steps of a rule', () => {
  it('wait from the event on, each for its own time', () => {
    expect(plannedSteps({ on: RULE.on, do: [step(null), step(HOUR)] }, NOW)).toEqual([
      { step: step(null), runsAt: NOW, waits: false },
      { step: step(HOUR), runsAt: at('2026-03-02T10:00:00.000Z'), waits: true },
    ]);
  });

  it('wait for the time of the trigger, too', () => {
    const on: Trigger = { kind: 'after', anchor: 'job.completed', wait: { unit: 'days', count: 1 } };
    const times = plannedSteps({ on, do: [step(null), step(HOUR)] }, NOW).map(({ runsAt, waits }) => [runsAt, waits]);
    expect(times).toEqual([
      ['2026-03-03T09:00:00.000Z', true],
      ['2026-03-03T10:00:00.000Z', true],
    ]);
  });

  it('are kept for 30 days after the last of them, or from now', () => {
    const planned = plannedSteps({ on: RULE.on, do: [step({ unit: 'days', count: 2 }), step(HOUR)] }, NOW);
    expect(keptUntil(planned, NOW)).toBe('2026-04-03T09:00:00.000Z');
    expect(keptUntil([], NOW)).toBe('2026-04-01T09:00:00.000Z');
  });
});

describe('a rule that is off', () => {
  const off = switchOff(RULE, 'it ran too often');

  it('says why the service switched it off, and keeps the first reason', () => {
    expect(off).toEqual({ ...RULE, enabled: false, disabledReason: 'it ran too often' });
    expect(switchOff(off, 'another reason')).toBe(off);
  });

  it('loses the reason when the shop switches it, and not by another change', () => {
    expect(changeAutomation(off, { enabled: true })).toEqual(RULE);
    expect(changeAutomation(off, { enabled: false }).disabledReason).toBeNull();
    expect(changeAutomation(off, { name: 'Call' })).toEqual({ ...off, name: 'Call' });
  });
});

it.each<[Trigger, string | null]>([
  [{ kind: 'event', event: 'lead.created' }, 'lead.created'],
  [{ kind: 'after', anchor: 'job.completed', wait: HOUR }, 'job.stage_changed'],
  [{ kind: 'after', anchor: 'lead.created', wait: HOUR }, 'lead.created'],
  [{ kind: 'before', anchor: 'appointment', wait: HOUR }, null],
])('a rule that starts with %j reads the event %s', (trigger, kind) => {
  expect(eventKindOf(trigger)).toBe(kind);
});
