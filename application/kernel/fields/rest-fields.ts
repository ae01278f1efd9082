import { toId } from '../../../domain/shared/id.js';
import { field, Invalid } from './field.js';
import { DateTime } from './fields.js';
import { present } from './presence.js';

/** The fields of this file are of REST only: tools and capability endpoints do not have them. */
const REST = { optional: true, onlyRest: true } as const;

/** At most this many ids can be given at once. */
const MOST_IDS = 100;
/** The longest text of such a field, and the longest name in a refusal, in UTF-16 units. */
const LONGEST = 8000;
const LONGEST_NAME = 80;

/** Selects records by their ids. The id of another shop's record matches nothing. */
export function IdsFilter(): PropertyDecorator {
  const description = `Only the records with these ids: at most ${MOST_IDS}, with commas between them. Unknown ones are left out.`;
  return present({ type: 'string' }, { ...REST, description }, (raw) => {
    const ids = wordsIn(raw).map((word) => toId(word));
    if (ids.includes(null)) return new Invalid('must be ids with commas between them');
    return ids.length > MOST_IDS ? new Invalid(`must be at most ${MOST_IDS} ids`) : ids;
  });
}

/** Names what a list answers beside the fields of each record. @param names of the fields of its view that are `Included` */
export function Include(...names: readonly string[]): PropertyDecorator {
  const listed = names.map((name) => `\`${name}\``).join(', ');
  const description = `What each record has beside its own fields, with commas between the names: ${listed}.`;
  return present({ type: 'string' }, { ...REST, description, example: names.join(',') }, (raw) => {
    const asked = wordsIn(raw);
    const unknown = asked.filter((name) => !names.includes(name)).map((name) => name.slice(0, LONGEST_NAME));
    return unknown.length > 0 ? new Invalid(`cannot be ${unknown.join(', ')}: it can be ${names.join(', ')}`) : asked;
  });
}

export function CreatedSince(): PropertyDecorator {
  return DateTime({ ...REST, description: 'Created then or later.' });
}

export function CreatedUntil(): PropertyDecorator {
  return DateTime({ ...REST, description: 'Created before.' });
}

/** A word in a REST path that is one of these. REST answers 404 for another word, which the use case gets as null. */
export function PathWord(values: readonly string[], { description }: { readonly description: string }): PropertyDecorator {
  return field({
    schema: { type: 'string', enum: values, description },
    required: true,
    place: 'path',
    read: (raw) => values.find((value) => value === raw) ?? null,
  });
}

/** A text that a client sends in a header. It is never read from the query. */
export function HeaderText(header: string, { description }: { readonly description: string }): PropertyDecorator {
  return field({ schema: { type: 'string', description }, required: false, place: 'header', header, read: (raw) => raw });
}

/** The words of a list in a query. A blank text has none. */
function wordsIn(raw: unknown): readonly string[] {
  const words = typeof raw === 'string' ? raw.slice(0, LONGEST).split(',') : [];
  return words.map((word) => word.trim()).filter((word) => word !== '');
}
