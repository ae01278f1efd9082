import { NO_SLOT_REASONS, type Availability, type Slot, type Work } from '../../../domain/booking/booking.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { NestedList } from '../../kernel/fields/view.js';

/** The free times for some work in a shop's time zone. */
export interface ShownAvailability extends Availability {
  readonly timezone: string;
  readonly work: Work;
}

class SlotView {
  @DateTime({ example: '2026-03-02T14:00:00.000Z' }) starts_at!: string;
  @DateTime({ explained: true, description: 'The end of the work, without cure time.', example: '2026-03-02T18:00:00.000Z' })
  ends_at!: string;
  @Text({ nullable: true, description: 'Null in a shop without bays.', example: 'Bay 2' }) bay!: string | null;
  @Uuid({ explained: true, description: 'The profile `id` of a staff row.' }) staff_id!: string;

  static of({ startsAt, endsAt, bay, staffId }: Slot): SlotView {
    return { starts_at: startsAt, ends_at: endsAt, bay, staff_id: staffId };
  }
}

export class AvailabilityView {
  @Text({ example: 'America/Toronto' }) timezone!: string;
  @Int({ description: 'The length of the work.', example: 240 }) duration_minutes!: number;
  @NestedList(SlotView, { description: 'One for each start, the earliest first; at most 200.' }) slots!: readonly SlotView[];
  @Int({ min: 0, description: 'How many more there are. Ask with a later `from`.', example: 0 }) omitted!: number;
  @OneOf(NO_SLOT_REASONS, { nullable: true, description: 'Why there is none. Null if there are slots.' }) reason!: string | null;

  static of({ timezone, work, slots, omitted, reason }: ShownAvailability): AvailabilityView {
    return {
      timezone,
      duration_minutes: work.minutes,
      slots: slots.map((slot) => SlotView.of(slot)),
      omitted,
      reason,
    };
  }
}
