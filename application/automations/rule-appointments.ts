import { appointmentStatus } from '../../domain/appointments/appointment.js';
import type { JobId, ShopId } from '../../domain/shared/id.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import type { Appointments } from '../appointments/appointments.js';
import type { Jobs } from '../jobs/jobs.js';

/** The most appointments of one customer that overlap. */
const MOST_AT_ONCE = 100;

/** The appointments that rules come before. */
export class RuleAppointments {
  constructor(
    private readonly jobs: Jobs,
    private readonly appointments: Appointments,
  ) {}

  /** The appointment as the API shows it. Null: it starts at another time now, or its work has begun, ended or been canceled. */
  async find(shop: ShopId, job: JobId, startsAt: Instant): Promise<AppointmentView | null> {
    const known = await this.jobs.find(shop, job);
    if (known?.scheduledStart !== startsAt || appointmentStatus(known.stage) !== 'scheduled') return null;
    const filter = { window: { from: startsAt, to: later(startsAt, 1) }, customerId: known.customerId };
    const found = await this.appointments.list(shop, filter, MOST_AT_ONCE, null);
    const appointment = found.find(({ id }) => id === job);
    return appointment ? AppointmentView.of(appointment) : null;
  }
}
