import { appointmentStatus } from '../../../domain/appointments/appointment.js';
import type { JobId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { AppointmentView } from '../appointments/appointment.view.js';
import type { Appointments } from '../appointments/appointments.js';

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
