import {
  APPOINTMENT_STATUSES,
  diaryWindow,
  stagesShownAs,
  type Appointment,
  type AppointmentStatus,
} from '../../../domain/appointments/appointment.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId, PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import { emptySlice, type OffsetSlice } from '../../kernel/operation/page.js';
import { Clock } from '../../kernel/ports/ports.js';
import { Staff } from '../staff/staff.js';
import { AppointmentView } from './appointment.view.js';
import { Appointments } from './appointments.js';

class ListAppointmentsInput {
  @DateTime({ optional: true, description: 'Left out: now.' }) from?: Instant;
  @DateTime({ optional: true, description: 'Exclusive. Left out: 7 days after `from`; at most 92.' }) to?: Instant;
  @IdFilter({ listedBy: 'staff.list', description: 'An `id` or `user_id` from staff.list.' })
  assignee_id?: PersonId;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @OneOf(APPOINTMENT_STATUSES, { optional: true, description: 'Left out: any, canceled ones too.' }) status?: AppointmentStatus;
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListAppointments implements UseCase<ListAppointmentsInput, OffsetSlice<Appointment>> {
  constructor(
    private readonly appointments: Appointments,
    private readonly staff: Staff,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, input: ListAppointmentsInput): Promise<OffsetSlice<Appointment>> {
    const { assignee_id: teammate, customer_id: customerId, status, limit = 25, offset = 0 } = input;
    const window = diaryWindow(input, this.clock.now(), shop.timezone);
    const assigneeId = teammate === undefined ? undefined : await this.staff.profileOf(shop.id, teammate);
    if (assigneeId === null) return emptySlice(offset);
    const stages = status === undefined ? undefined : stagesShownAs(status);
    return this.appointments.page(shop.id, { window, ...defined({ assigneeId, customerId, stages }) }, limit, offset);
  }
}

export const listAppointments = operation(ListAppointments, {
  name: 'appointments.list',
  summary: 'List appointments',
  description:
    'Lists the diary: jobs scheduled in a range of time, soonest first, with customer and vehicle. ' +
    'Nobody is contacted. A repetition reads anew. Refuses a `to` that is not after `from`.',
  scope: 'read',
  capability: { permission: 'jobs.manage', budget: 'read' },
  input: ListAppointmentsInput,
  output: offsetPageOf(AppointmentView),
  needs: [Appointments, Staff, Clock],
});
