import { PostgresAppointmentSweep } from '../../adapters/areas/automations/postgres-appointment-sweep.js';
import { AutomationRuns, Automations } from '../../application/areas/automations/automations.js';
import { Ids } from '../../application/kernel/ports/ports.js';
import type { AutomationRun, RunStep } from '../../domain/automations/automation-run.js';
import {
  MOST_AUTOMATIONS,
  type Automation,
  type CreateTaskStep,
  type SendTextStep,
  type Step,
  type Trigger,
} from '../../domain/automations/automation.js';
import type { EventKind } from '../../domain/shared/events.js';
import type { AutomationId } from '../../domain/shared/id.js';
import { doDueWork, react } from './due-work.js';
import type { TestService, TestShop } from './service.js';

export const on = (event: EventKind): Trigger => ({ kind: 'event', event });

export function task(title: string, fields: Partial<CreateTaskStep> = {}): Step {
  const standard = { notes: null, priority: 'normal', staffId: null, dueIn: null, after: null, unless: [] } as const;
  return { step: 'create_task', title, ...standard, ...fields };
}

export function text(body: string, fields: Partial<SendTextStep> = {}): Step {
  return { step: 'send_text', body, after: null, unless: [], ...fields };
}

/** The rules of a shop, and what they do. */
export class Rules {
  constructor(
    private readonly service: TestService,
    private readonly shop: TestShop,
  ) {}

  async add(rule: Pick<Automation, 'on' | 'do'> & Partial<Automation>): Promise<AutomationId> {
    const { container, clock } = this.service;
    const id = container.get(Ids).next<'Automation'>();
    const standard = { id, name: 'A rule', enabled: true, when: [], disabledReason: null, createdAt: clock.now() };
    await container.get(Automations).add(this.shop.id, { ...standard, ...rule }, MOST_AUTOMATIONS);
    return id;
  }

  find(id: AutomationId): Promise<Automation | null> {
    return this.service.container.get(Automations).find(this.shop.id, id);
  }

  async set(id: AutomationId, change: Partial<Automation>): Promise<void> {
    await this.service.container.get(Automations).change(this.shop.id, id, (rule) => ({ ...rule, ...change }));
  }

  /** Lets the rules do what follows the events up to now, and what is due now. */
  async follow(): Promise<void> {
    await react(this.service);
    await doDueWork(this.service);
  }

  /** Lets time pass, and then the rules do what is due. */
  async later(minutes: number): Promise<void> {
    this.service.clock.pass(minutes * 60_000);
    await this.follow();
  }

  /** Looks for appointments whose time has come for a rule, and lets the rules do what is due. */
  async sweep(): Promise<void> {
    const client = await this.service.connections.pool.connect();
    try {
      const { container, clock } = this.service;
      while (await new PostgresAppointmentSweep(container.get(Ids), clock).run(client));
    } finally {
      client.release();
    }
    await this.follow();
  }

  /** Newest first. */
  async runs(id: AutomationId): Promise<readonly AutomationRun[]> {
    return (await this.service.container.get(AutomationRuns).list(this.shop.id, id, 200, 0)).items;
  }

  /** The outcome of a rule's only run: its reason, or the status and the reason of each step. */
  async outcome(id: AutomationId): Promise<readonly string[]> {
    const [run, ...more] = await this.runs(id);
    if (!run || more.length > 0) throw new Error(`the rule has ${run ? more.length + 1 : 0} runs`);
    return run.status === 'skipped' ? [`skipped: ${run.reason}`] : run.steps.map(outcomeOf);
  }
}

function outcomeOf({ status, reason }: RunStep): string {
  return reason === null ? status : `${status}: ${reason}`;
}
