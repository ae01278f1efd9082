import {
  APPOINTMENT_STATUSES,
  diaryWindow,
  stagesShownAs,
  type Appointment,
  type AppointmentStatus,
} from '../../../domain/appointments/appointment.js';
import { defined } from '../../../domain/shared/defined.js';
import { NOBODY, type CustomerId, type PersonId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { CursorLimit, CursorToken, IdFilter } from '../../kernel/fields/filter-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { cursorPageOf } from '../../kernel/operation/output.js';
import { openCursor, sliceOf, type Slice } from '../../kernel/operation/page.js';
import { Clock, Cursors } from '../../kernel/ports/ports.js';
import { Staff } from '../staff/staff.js';
import { AppointmentView } from './appointment.view.js';
import { Appointments } from './appointments.js';

class SearchAppointmentsInput {
  @DateTime({ optional: true, description: 'The start of the time range, inclusive. Default: now.' }) from?: Instant;
  @DateTime({
    optional: true,
    description: 'The end of the time range, exclusive. Default: 7 days after `from`. At most 92 days after `from`.',
  })
  to?: Instant;
  @IdFilter({ description: 'An `id` or `user_id` from staff.list.' }) assignee_id?: PersonId;
  @IdFilter({ description: 'The `id` of a customer.' }) customer_id?: CustomerId;
  @OneOf(APPOINTMENT_STATUSES, { optional: true, description: 'Left out: any.' }) status?: AppointmentStatus;
  @CursorLimit() limit?: number;
  @CursorToken() cursor?: string;
}

class SearchAppointments implements UseCase<SearchAppointmentsInput, Slice<Appointment>> {
  constructor(
    private readonly appointments: Appointments,
    private readonly staff: Staff,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, { limit = 25, cursor, ...asked }: SearchAppointmentsInput): Promise<Slice<Appointment>> {
    const scope = { shop: shop.id, list: 'appointments', filter: asked };
    const after = openCursor(this.cursors, scope, cursor);
    // The default window depends on the current time, so later pages take the window of the first page from the cursor.
    const window = after?.window ?? diaryWindow(asked, this.clock.now(), shop.timezone);
    const { assignee_id: teammate, customer_id: customerId, status } = asked;
    const assigneeId = teammate && ((await this.staff.profileOf(shop.id, teammate)) ?? NOBODY);
    const stages = status === undefined ? undefined : stagesShownAs(status);
    const filter = { window, ...defined({ assigneeId, customerId, stages }) };
    const rows = await this.appointments.list(shop.id, filter, limit + 1, after);
    return sliceOf(rows, limit, ({ startsAt, id }) => this.cursors.seal(scope, { at: startsAt, id, window }));
  }
}

export const searchAppointments = operation(SearchAppointments, {
  name: 'appointments.search',
  summary: 'List appointments',
  description:
    'The diary: every job whose scheduled window overlaps the time range, sorted by start, with its customer and vehicle. ' +
    'Canceled jobs are listed. A job without an end is treated as if it ended at its start. All pages of one list use the ' +
    'time range of its first page.',
  scope: 'read',
  route: get('/appointments', { operationId: 'appointments.list' }),
  input: SearchAppointmentsInput,
  output: cursorPageOf(AppointmentView),
  needs: [Appointments, Staff, Cursors, Clock],
});
