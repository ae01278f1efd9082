import type { WeeklyHours } from '../../../domain/access/shop.js';
import { checkBays, readClosures } from '../../../domain/access/shop-lists.js';
import { parseWeeklyHours } from '../../../domain/access/weekly-hours.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import { removeLinks } from '../../../domain/texting/remove-links.js';
import { Invalid } from '../../kernel/fields/field.js';
import { Email, Parsed, readNumber, Text, wholeNumber } from '../../kernel/fields/fields.js';
import { present } from '../../kernel/fields/presence.js';
import { readText } from '../../kernel/fields/read-text.js';

/** The word that an operator types, and a command prints, for an empty setting. */
export const NONE = 'none';
/** More texts than this in a list are refused before any of them is read. */
const MOST_ENTRIES = 1000;
/** The rules of each list say more of an entry than these. */
const ENTRY = { max: 100, clearable: true, lines: true };

const orEmpty = { change: true, clearable: true };
const orNone = { change: true, nullable: true };

/** A whole number without a sign. An operator types its digits. */
function Count(min: number, max: number, description: string, more: { nullable?: boolean } = {}): PropertyDecorator {
  const schema = { type: 'integer', minimum: min, maximum: max };
  return present(
    schema,
    { change: true, description, ...more },
    (raw, context) =>
      context.source === 'query' && typeof raw === 'string' && !/^\d+$/.test(raw) ? raw : readNumber(raw, context),
    { rules: wholeNumber(min, max) },
  );
}

/** The months after which something is emptied. Null, and `none` of an operator: it is kept for good. */
function KeptMonths(what: string): PropertyDecorator {
  return Count(1, 1200, `${what} are emptied after so many months. Null: they are kept for good.`, { nullable: true });
}

/** A list of texts. An operator types it with commas between them. */
function TypedList(parse: (entries: readonly string[]) => readonly string[], description: string): PropertyDecorator {
  const schema = { type: 'array', items: { type: 'string' } };
  return present(schema, { change: true, description }, (raw, { source }) => {
    const entries: unknown = source === 'query' && typeof raw === 'string' ? typedEntries(raw) : raw;
    if (!Array.isArray(entries) || entries.length > MOST_ENTRIES)
      return new Invalid(`must be a list of at most ${MOST_ENTRIES} texts`);
    const texts = entries.map((entry: unknown) => readText(entry, ENTRY, 'entry'));
    const wrong = texts.find((text) => text instanceof Invalid);
    if (wrong) return new Invalid(`each must be a text: one ${wrong.problem}`);
    try {
      return parse(texts.filter((text) => typeof text === 'string'));
    } catch (error) {
      if (error instanceof ValidationError) return new Invalid(error.faults[0].problem);
      throw error;
    }
  });
}

function typedEntries(typed: string): readonly string[] {
  return isNone(typed.trim()) ? [] : typed.split(',');
}

/** The settings of a shop under the names by which the API and an operator set them. */
export class ShopSettingsInput {
  @Parsed((text) => parseWeeklyHours('opening_hours', text), {
    ...orEmpty,
    description:
      'Days with their hours, such as `mon-fri 08:00-12:00,13:00-17:00; sat 09:00-13:00`. A day without hours is closed, and “closed” or ' +
      'an empty text closes every day.',
  })
  opening_hours?: WeeklyHours;
  @Parsed((text) => parseWeeklyHours('texting_hours', text), {
    ...orEmpty,
    description: 'When customers may be texted, in the form of `opening_hours`; `24:00` is the end of a day.',
  })
  texting_hours?: WeeklyHours;
  @TypedList(
    readClosures,
    'All days on which the shop is closed, at most 400: `2026-12-25`, or a range such as `2026-12-27..2027-01-02`.',
  )
  closures?: readonly string[];
  @TypedList(checkBays, 'The names of all bays, at most 100, in the order in which they are filled.')
  bays?: readonly string[];
  @Text({ max: 100, ...orNone, description: 'The provider’s id of a messaging service.' }) messaging_service?: string | null;
  @Count(1, 1_000_000, 'The most texts in any 60 minutes.') texts_per_hour?: number;
  @Parsed(withoutLinks, {
    max: 160,
    ...orEmpty,
    description: 'The line that ends every scheduled text: not empty, and without a link.',
    example: 'Reply to this text to reach us.',
  })
  reply_pointer?: string;
  @Email({ ...orNone, description: 'The address for answers to e-mails.', example: 'desk@example.com' })
  reply_to?: EmailAddress | null;
  @Count(0, 43_200, 'A booking begins this many minutes from now at the earliest.') booking_lead_minutes?: number;
  @Count(5, 1440, 'The minutes from one possible start of a booking to the next.') booking_step_minutes?: number;
  @Count(0, 1440, 'The minutes that bay and person stay free after the work.') booking_buffer_minutes?: number;
  @Count(1, 730, 'A booking begins at most this many days after today.') booking_horizon_days?: number;
  @KeptMonths('Recordings and voicemail') keep_recordings_months?: number | null;
  @KeptMonths('Transcripts and summaries of calls') keep_transcripts_months?: number | null;
  @KeptMonths('Messages with their files, and scheduled messages that have ended,') keep_messages_months?: number | null;
}

/** The line that ends every scheduled text. It has no links, because a scheduled text has none. */
function withoutLinks(typed: string): string | Invalid {
  if (isNone(typed)) return new Invalid('cannot be empty: every scheduled text ends with it');
  const { text, removed } = removeLinks(typed);
  return removed.length > 0 ? new Invalid('must not contain a link') : text;
}

/** True for a text that stands for an empty setting. */
export function isNone(text: string): boolean {
  return text === '' || text === NONE;
}
