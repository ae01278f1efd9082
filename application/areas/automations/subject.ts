import { appointmentStatus } from '../../../domain/appointments/appointment.js';
import type { EventData } from '../../../domain/automations/condition.js';
import { changeLead, type LeadChange } from '../../../domain/leads/lead.js';
import {
  NOBODY,
  toId,
  type ConversationId,
  type CustomerId,
  type Id,
  type JobId,
  type LeadId,
  type MessageId,
  type ShopId,
  type TaskId,
} from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { Announcer } from '../../kernel/events/announcer.js';
import type { ContactWord, EventFields } from '../../kernel/events/contacts.js';
import type { EventCatalogue } from '../../kernel/events/event-catalogue.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import type { Appointments } from '../appointments/appointments.js';
import { leadEvents } from '../leads/lead.view.js';
import type { Leads } from '../leads/leads.js';
import { done, notDone, type StepContext, type StepOutcome } from './steps.js';

/** The records that an event is about, as its data names them; null: it names none. */
export interface Subject {
  readonly conversation: ConversationId | null;
  readonly customer: CustomerId | null;
  readonly lead: LeadId | null;
  readonly job: JobId | null;
  readonly message: MessageId | null;
  readonly task: TaskId | null;
  readonly number: E164 | null;
}

const E164_FORM = /^\+[0-9]{3,15}$/;

export function subjectOf(events: EventCatalogue, eventType: string | null, data: EventData): Subject {
  const { id, job_id: job } = data as EventFields; // safe: every object can be read like this
  const kind = eventType ?? APPOINTMENT;
  const words = contactsOfRun(events, { eventType, data });
  const own = <Record extends string>(record: string): Id<Record> | null => (kind.startsWith(`${record}.`) ? idOf(id) : null);
  const number = wordOf(words, 'number');
  return {
    conversation: idOf(wordOf(words, 'conversation')),
    customer: idOf(wordOf(words, 'customer')),
    lead: idOf(wordOf(words, 'lead')),
    job: own<'Job'>('job') ?? idOf(job),
    message: own('message'),
    task: own('task'),
    number: number !== null && E164_FORM.test(number) ? (number as E164) : null,
  };
}

/** Whom a run is about. */
export function contactsOfRun(
  events: EventCatalogue,
  { eventType, data }: { readonly eventType: string | null; readonly data: EventData },
): readonly ContactWord[] {
  return events.contactsOf(eventType ?? APPOINTMENT, data as EventFields); // safe: every object can be read like this
}

/** The kind of event whose data is an appointment, too. */
const APPOINTMENT = 'appointment.changed';

function wordOf(words: readonly ContactWord[], kind: string): string | null {
  const word = words.find((one) => one.startsWith(`${kind}:`));
  return word === undefined ? null : word.slice(kind.length + 1);
}

function idOf<Kind extends string>(value: unknown): Id<Kind> | null {
  return typeof value === 'string' ? toId(value) : null;
}

/** The appointments that rules come before. */
export class RuleAppointments {
  constructor(private readonly appointments: Appointments) {}

  /** The appointment as the API shows it. Null: it starts at another time now, or its work has begun, ended or been canceled. */
  async find(shop: ShopId, job: JobId, startsAt: Instant): Promise<AppointmentView | null> {
    const known = await this.appointments.find(shop, job);
    if (known?.startsAt !== startsAt || appointmentStatus(known.stage) !== 'scheduled') return null;
    return AppointmentView.of(known);
  }
}

/** Changes leads for the steps of rules. */
export class RuleLeads {
  constructor(
    private readonly leads: Leads,
    private readonly announcer: Announcer,
  ) {}

  async change(
    id: LeadId,
    change: Omit<LeadChange, 'status'>,
    { shop, now, cause }: Pick<StepContext, 'shop' | 'now' | 'cause'>,
  ): Promise<StepOutcome> {
    const lead = await this.leads.change(shop.id, id, (before) => {
      // Only a change of the status tells who made it.
      const decision = changeLead(before, change, { keyId: NOBODY, userId: null }, now);
      return { ...this.announcer.announce(leadEvents, before, decision, cause), entries: [] };
    });
    return lead ? done('lead', id) : notDone('no_lead');
  }
}
