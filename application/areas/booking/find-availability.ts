import type { ShopSettings } from '../../../domain/access/shop-settings.js';
import { availability, periodOfJobs } from '../../../domain/booking/availability.js';
import { requireBookingWindow } from '../../../domain/booking/booking-window.js';
import type { BookablePerson } from '../../../domain/booking/booking.js';
import { bookablePeople } from '../../../domain/booking/people.js';
import { workOf } from '../../../domain/booking/work.js';
import { VEHICLE_SIZES, type VehicleSize } from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { ServiceId, StaffProfileId, StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import { DateTime, OneOf, Uuid } from '../../kernel/fields/fields.js';
import { IdList } from '../../kernel/fields/list-field.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { operation, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/clock.js';
import { SettingsOfShops } from '../access/settings-of-shops.js';
import { Services } from '../services/services.js';
import { Staff } from '../staff/staff.js';
import { AvailabilityView, type ShownAvailability } from './availability.view.js';
import { BookedJobs } from './booked-jobs.js';
import { chosenServices, MOST_SERVICES } from './chosen-services.js';

class FindAvailabilityInput {
  @IdList({ min: 1, max: MOST_SERVICES, listedBy: 'services.list', description: '`id`s from services.list.' })
  service_ids!: readonly ServiceId[];
  @DateTime({ description: 'The earliest start.' }) from!: Instant;
  @DateTime({ description: 'The end of the starts, at most 31 days later.' }) to!: Instant;
  @OneOf(VEHICLE_SIZES, { optional: true, description: 'For `tiered` services.' }) vehicle_size?: VehicleSize;
  @Uuid({ optional: true, listedBy: 'staff.list', description: 'An `id` or `user_id` from staff.list.' })
  staff_id?: StaffProfileId | StaffUserId;
}

class FindAvailability implements UseCase<FindAvailabilityInput, ShownAvailability> {
  constructor(
    private readonly services: Services,
    private readonly settings: SettingsOfShops,
    private readonly staff: Staff,
    private readonly jobs: BookedJobs,
    private readonly clock: Clock,
  ) {}

  async execute({ shop }: Caller, { service_ids: ids, from, to, ...asked }: FindAvailabilityInput): Promise<ShownAvailability> {
    const { id, timezone } = shop;
    const window = { from, to };
    requireBookingWindow(window, timezone);
    const [services, settings, active] = await Promise.all([
      chosenServices(this.services, id, ids),
      this.settings.find(id),
      this.staff.active(id),
    ]);
    const { openingHours, closures, bays } = settings;
    const people = bookablePeople(active, openingHours);
    const [work, rules] = [workOf(services, asked.vehicle_size), rulesOf(settings)];
    const only = asked.staff_id === undefined ? null : personNamed(asked.staff_id, active, people);
    const jobs = await this.jobs.list(id, periodOfJobs({ window, rules, work }));
    const activeStaff = new Set(active.map((member) => member.id));
    const now = this.clock.now();
    const question = { window, now, timezone, rules, openingHours, closures, bays, people, activeStaff, only, jobs, work };
    return { timezone, work, ...availability(question) };
  }
}

function rulesOf(settings: ShopSettings) {
  return {
    leadMinutes: settings.bookingLeadMinutes,
    stepMinutes: settings.bookingStepMinutes,
    bufferMinutes: settings.bookingBufferMinutes,
    horizonDays: settings.bookingHorizonDays,
  };
}

/** @throws ValidationError when the id belongs to nobody among the people */
function personNamed(
  id: StaffProfileId | StaffUserId,
  active: readonly StaffMember[],
  people: readonly BookablePerson[],
): StaffProfileId {
  const member = active.find((one) => one.id === id) ?? active.find((one) => one.userId === id);
  const person = people.find((one) => one.id === member?.id);
  if (!person) {
    throw new ValidationError('staff_id', 'must be an active technician, or, if the shop has none, anybody active but a viewer');
  }
  return person.id;
}

export const findAvailability = operation(FindAvailability, {
  name: 'booking.availability',
  summary: 'Find free times',
  description:
    'Finds times for services from hours, bays, people and jobs; a slot’s `staff_id` is a profile `id`. Nobody is contacted, and ' +
    'a slot is no reservation: nothing books here, so make a task (tasks.create). A repetition looks anew. Refuses add-ons alone ' +
    'and services that are inactive or have no duration.',
  scope: 'read',
  capability: { permission: 'bookings.manage', budget: 'read', feature: 'booking' },
  input: FindAvailabilityInput,
  output: one(AvailabilityView),
  needs: [Services, SettingsOfShops, Staff, BookedJobs, Clock],
  errors: ['not_found'],
});
