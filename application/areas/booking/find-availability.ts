import type { ShopSettings } from '../../../domain/access/shop.js';
import {
  availability,
  mayBeFreeElsewhen,
  nearestStarts,
  periodAround,
  periodOfJobs,
  requireBookingWindow,
} from '../../../domain/booking/availability.js';
import {
  NO_SLOT_REASONS,
  type Availability,
  type BookablePerson,
  type BookedWork,
  type NearestStarts,
  type Slot,
} from '../../../domain/booking/booking.js';
import { askedStarts } from '../../../domain/booking/open-times.js';
import { bookablePeople } from '../../../domain/booking/place.js';
import { workOf } from '../../../domain/booking/work.js';
import { VEHICLE_SIZES, type VehicleSize } from '../../../domain/services/service.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { NOBODY, type PersonId, type ServiceId, type StaffProfileId, type StaffUserId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { writtenLocally, writtenToTheSecond } from '../../../domain/shared/time-zone.js';
import type { StaffMember } from '../../../domain/staff/staff.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { IdList } from '../../kernel/fields/list-field.js';
import { Nested, NestedList } from '../../kernel/fields/view.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { SettingsOfShops } from '../access/shops.js';
import { Services } from '../services/services.js';
import { Staff } from '../staff/staff.js';
import { BookedJobs } from './booked-jobs.js';
import { chosenServices, MOST_SERVICES } from './chosen-services.js';

/** The free times for some work in a shop's time zone. */
export interface ShownAvailability extends Availability {
  readonly timezone: string;
  /** the user id of each active person */
  readonly users: ReadonlyMap<StaffProfileId, StaffUserId>;
  readonly work: BookedWork;
  /** null if there are slots, and if no other time could be free */
  readonly nearest: NearestStarts | null;
}

class SlotView {
  @DateTime({ example: '2026-03-02T14:00:00.000Z' }) starts_at!: string;
  @Text({ description: 'The start on the shop’s clocks, to be read aloud.', example: '2026-03-02T09:00:00-05:00' })
  starts_at_local!: string;
  @DateTime({ explained: true, description: 'The end of the work, without cure time.', example: '2026-03-02T18:00:00.000Z' })
  ends_at!: string;
  @Text({ example: '2026-03-02T13:00:00-05:00' }) ends_at_local!: string;
  @Text({ nullable: true, description: 'Null in a shop without bays.', example: 'Bay 2' }) bay!: string | null;
  @Uuid({ explained: true, description: 'The profile `id` of a staff row.' }) staff_id!: string;
  @Uuid({ explained: true, description: 'The `user_id` of the same person.' }) user_id!: string;

  static of({ startsAt, endsAt, bay, staffId }: Slot, { timezone, users }: ShownAvailability): SlotView {
    return {
      starts_at: startsAt,
      starts_at_local: writtenToTheSecond(startsAt, timezone),
      ends_at: endsAt,
      ends_at_local: writtenToTheSecond(endsAt, timezone),
      bay,
      staff_id: staffId,
      user_id: users.get(staffId) ?? NOBODY,
    };
  }
}

class NearestStartsView {
  @DateTime({ nullable: true, description: 'Null: there is none in the week before.', example: '2026-03-02T13:30:00.000Z' })
  before!: string | null;
  @Text({ nullable: true, example: '2026-03-02T08:30:00-05:00' }) before_local!: string | null;
  @DateTime({ nullable: true, description: 'Null: there is none in the week after.', example: '2026-03-02T14:00:00.000Z' })
  after!: string | null;
  @Text({ nullable: true, example: '2026-03-02T09:00:00-05:00' }) after_local!: string | null;

  static of({ before, after }: NearestStarts, timezone: string): NearestStartsView {
    return {
      before,
      before_local: before && writtenLocally(before, timezone),
      after,
      after_local: after && writtenLocally(after, timezone),
    };
  }
}

export class AvailabilityView {
  @Text({ example: 'America/Toronto' }) timezone!: string;
  @Int({ description: 'The length of the work.', example: 240 }) duration_minutes!: number;
  @NestedList(SlotView, { description: 'One for each start, the earliest first; at most 200.' }) slots!: readonly SlotView[];
  @Int({ min: 0, description: 'How many more there are. Ask with a later `from`.', example: 0 }) omitted!: number;
  @OneOf(NO_SLOT_REASONS, { nullable: true, description: 'Why there is none. Null if there are slots.' }) reason!: string | null;
  @Nested(NearestStartsView, { nullable: true, description: 'The nearest free starts if there are no slots.' })
  nearest!: NearestStartsView | null;

  static of(shown: ShownAvailability): AvailabilityView {
    const { timezone, work, slots, omitted, reason, nearest } = shown;
    return {
      timezone,
      duration_minutes: work.minutes,
      slots: slots.map((slot) => SlotView.of(slot, shown)),
      omitted,
      reason,
      nearest: nearest && NearestStartsView.of(nearest, timezone),
    };
  }
}

class FindAvailabilityInput {
  @IdList({ min: 1, max: MOST_SERVICES, listedBy: 'services.list', description: '`id`s from services.list.' })
  service_ids!: readonly ServiceId[];
  @DateTime({ description: 'The earliest start.', example: '2036-03-03T13:00:00.000Z' }) from!: Instant;
  @DateTime({ description: 'The end of the starts, at most 31 days later.', example: '2036-03-05T22:00:00.000Z' }) to!: Instant;
  @OneOf(VEHICLE_SIZES, { optional: true, description: 'For services with a price for each size.' }) vehicle_size?: VehicleSize;
  @Uuid({ optional: true, listedBy: 'staff.list', description: 'An `id` or `user_id` from staff.list.' })
  staff_id?: PersonId;
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
    const activeStaff = new Set(active.map((member) => member.id));
    const now = this.clock.now();
    const question = { window, now, timezone, rules, openingHours, closures, bays, people, activeStaff, only, work };
    const users = new Map(active.map((member) => [member.id, member.userId]));
    const starts = askedStarts(question);
    // Starts that are ruled out anyway need no jobs.
    const isPossible = starts.starts.some(({ possible }) => possible);
    const jobs = isPossible ? await this.jobs.list(id, periodOfJobs(question)) : [];
    const found = availability({ ...question, jobs }, starts);
    if (found.reason === null || !mayBeFreeElsewhen(found.reason)) return { timezone, users, work, ...found, nearest: null };
    const around = await this.jobs.list(id, periodAround(question));
    return { timezone, users, work, ...found, nearest: nearestStarts({ ...question, jobs: around }) };
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
function personNamed(id: PersonId, active: readonly StaffMember[], people: readonly BookablePerson[]): StaffProfileId {
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
    'Finds times for services from hours, bays, people and jobs, in steps from opening; a window between two steps is answered ' +
    'for its own beginning. Nobody is contacted, and ' +
    'a slot is no reservation: nothing books here, so make a task (tasks.create). A repetition looks anew. Refuses add-ons alone ' +
    'and services that are inactive or have no duration.',
  scope: 'read',
  capability: { permission: 'bookings.manage', budget: 'read', feature: 'booking' },
  input: FindAvailabilityInput,
  output: one(AvailabilityView),
  needs: [Services, SettingsOfShops, Staff, BookedJobs, Clock],
  errors: ['not_found'],
});
