import type { Shop } from '../../../domain/access/shop.js';
import type { AutomationStepId } from '../../../domain/automations/automation-run.js';
import type { EventId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { NO_CAUSE } from '../../kernel/events/cause.js';
import type { EventCatalogue } from '../../kernel/events/event-catalogue.js';
import type { DueRecord, Work } from '../../kernel/events/work.js';
import type { Clock, UnitOfWork } from '../../kernel/ports/ports.js';
import type { Shops } from '../access/shops.js';
import type { Automations } from './automations.js';
import type { StartedRun, StartedRuns, WaitingStep } from './started-runs.js';
import { notDone, type StepOutcome, type Steps } from './steps.js';
import { contactsOfRun, subjectOf, type RuleAppointments } from './subject.js';

/** The step has ended meanwhile, or an event withdraws it now. */
class StepTaken extends Error {}

/**
 * Carries out a step of a run. What it does is stored in one unit of work with its end, so it is done once, and not at all if an
 * event withdraws it first.
 */
export class ExecuteStep {
  constructor(
    private readonly automations: Automations,
    private readonly runs: StartedRuns,
    private readonly appointments: RuleAppointments,
    private readonly steps: Steps,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly events: EventCatalogue,
  ) {}

  /** False: somebody else holds the step, and nothing was stored. */
  async execute(shop: Shop, run: StartedRun, step: WaitingStep): Promise<boolean> {
    try {
      await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const outcome = (await this.prevented(shop, run, step)) ?? (await this.outcomeOf(shop, run, step, now));
        // An event may have been stored since. One that is stored after this question waits for the thread that a text has changed.
        if (outcome.status === 'done' && (await this.withdrawal(shop.id, run, step))) throw new StepTaken();
        if (!(await this.store(shop.id, step, outcome, now))) throw new StepTaken();
      });
      return true;
    } catch (error) {
      if (error instanceof StepTaken) return false;
      throw error;
    }
  }

  /** The shop, the rule and the appointment are judged again, because the step may have waited. */
  private async prevented(shop: Shop, run: StartedRun, step: WaitingStep): Promise<StepOutcome | null> {
    if (shop.suspended) return notDone('account_suspended');
    const rule = await this.automations.find(shop.id, run.automationId);
    if (!rule?.enabled) return notDone('rule_off');
    const moved = run.jobId && run.startsAt && !(await this.appointments.find(shop.id, run.jobId, run.startsAt));
    if (moved) return notDone('appointment_moved');
    const by = await this.withdrawal(shop.id, run, step);
    return by && { status: 'withdrawn', by };
  }

  /** The relay withdraws the steps that it sees. This finds the events that it has not followed, or followed before the step was there. */
  private async withdrawal(shop: ShopId, run: StartedRun, { step: { unless }, runsAt }: WaitingStep): Promise<EventId | null> {
    if (unless.length === 0 || runsAt === run.happenedAt || !run.data) return null;
    const contacts = new Set(contactsOfRun(this.events, { eventType: run.eventType, data: run.data }));
    const found = (await this.runs.eventsNotFollowed(shop, run.id, unless)).find(({ type, data }) =>
      this.events.contactsOf(type, data).some((word) => contacts.has(word)),
    );
    return found?.id ?? null;
  }

  private outcomeOf(shop: Shop, run: StartedRun, { step, runsAt }: WaitingStep, now: Instant): Promise<StepOutcome> {
    if (!run.data) throw new Error('a run with a step that waits has no data');
    const cause = { ...NO_CAUSE, automationId: run.automationId, eventId: run.eventId };
    const { data, eventType } = run;
    return this.steps.execute(step, { shop, data, cause, runsAt, now, subject: subjectOf(this.events, eventType, data) });
  }

  private store(shop: ShopId, { id }: WaitingStep, outcome: StepOutcome, now: Instant): Promise<boolean> {
    if (outcome.status === 'postponed') return this.runs.postpone(shop, id, outcome.until);
    return this.runs.end(shop, id, outcome, now);
  }
}

/** Carries out a step that has waited. */
export class RunWaitingStep implements Work<DueRecord<AutomationStepId>> {
  readonly name = 'automations.step';

  constructor(
    private readonly shops: Shops,
    private readonly runs: StartedRuns,
    private readonly carrying: ExecuteStep,
  ) {}

  async run({ shop: shopId, id }: DueRecord<AutomationStepId>): Promise<boolean> {
    const [shop, found] = await Promise.all([this.shops.find(shopId), this.runs.findStep(shopId, id)]);
    if (!shop || !found) return true;
    const { run, step } = found;
    if (!(await this.carrying.execute(shop, run, step))) return false;
    await this.runs.forgetData(shopId, run.id);
    return true;
  }
}
