import type { Shop } from '../../../domain/access/shop.js';
import type { Automation } from '../../../domain/automations/automation.js';
import type { EventData } from '../../../domain/automations/condition.js';
import { MOMENT, momentOf } from '../../../domain/automations/moment.js';
import type { SettingsOfShops } from '../access/shops.js';
import type { StartedRun } from './started-runs.js';
import type { RuleAppointments } from './subject.js';

/** The data that a run of a rule reads. */
export class RunData {
  constructor(
    private readonly appointments: RuleAppointments,
    private readonly settings: SettingsOfShops,
  ) {}

  /** Null: the appointment does not stand as it did. */
  async of({ id }: Shop, { data, jobId, startsAt }: StartedRun): Promise<EventData | null> {
    if (jobId === null || startsAt === null) return data;
    return this.appointments.find(id, jobId, startsAt);
  }

  /** The data as conditions see it: with the moment of the event, if one of them asks for it. */
  async judged(shop: Shop, { happenedAt }: StartedRun, { when }: Automation, data: EventData): Promise<EventData> {
    if (!when.some(({ field }) => field.startsWith(`${MOMENT}.`))) return data;
    return { ...data, [MOMENT]: momentOf(happenedAt, shop.timezone, await this.settings.find(shop.id)) };
  }
}
