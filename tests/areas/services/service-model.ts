import type { Service } from '../../../domain/services/service.js';

export interface ModelFilter {
  readonly q: string | null;
  readonly category: string | null;
  readonly active: boolean;
  readonly bookable: boolean;
  readonly addon: boolean;
}

/** The letters for which a search compares other letters. For all other letters of the test it compares their lower case. */
const PLAIN: Readonly<Record<string, string>> = { é: 'e', É: 'e', ß: 'ss', ẞ: 'ss', ı: 'i', İ: 'i' };

/**
 * The services that match the filter, in menu order. Plain code finds them, so that the test can compare the answer of the
 * database.
 */
export function listed(services: readonly Service[], filter: ModelFilter): Service[] {
  return services.filter((service) => matches(service, filter)).sort(inOrder);
}

function matches({ name, category, active, bookable, addon }: Service, filter: ModelFilter): boolean {
  if ((filter.active && !active) || (filter.bookable && !bookable) || (filter.addon && !addon)) return false;
  if (filter.category !== null && category?.toLowerCase() !== filter.category.toLowerCase()) return false;
  return filter.q === null || isPart(words(filter.q), [words(name), words(name.replace(PUNCTUATION, ''))]);
}

/** Punctuation, but for the signs that a search treats as letters. */
const PUNCTUATION = /(?![%_\\])\p{P}/gu;

/** @param spellings the words of the name, with their punctuation and without */
function isPart(typed: readonly string[], spellings: readonly (readonly string[])[]): boolean {
  if (typed.length > 0 && !/[\p{L}\p{N}]/u.test(typed.join(' '))) return false;
  const given = typed.filter((word) => word.replace(PUNCTUATION, '') !== '');
  const [text, whole, name] = [given.map(singular).join(' '), spellings.map((one) => one.join(' ')).join('\n'), spellings.flat()];
  const hasLong = given.some((word) => !isShort(singular(word)));
  const isFound = (one: string): boolean =>
    hasLong || !isShort(one) ? whole.includes(one) : name.some((word) => word.startsWith(one));
  const isWhole = !hasLong && !isShort(text) && whole.includes(text);
  return (
    isWhole ||
    given.every((_, place) =>
      [given.slice(place, place + 1), ...runsWith(place, given)].some((run) => isFound(singular(run.join('')))),
    )
  );
}

/** The runs of two and three words with the word at this place: `top ups` is also found as `topup`. */
function runsWith(place: number, given: readonly string[]): (readonly string[])[] {
  const all = given.flatMap((_, first) => [2, 3].map((length) => ({ first, after: first + length })));
  return all
    .filter(({ first, after }) => first <= place && place < after && after <= given.length)
    .map(({ first, after }) => given.slice(first, after));
}

function isShort(word: string): boolean {
  return Array.from(word).length < 3;
}

/** A word of four letters or more without the ending of a plural, as far as the letters of the test have one. */
function singular(word: string): string {
  return Array.from(word).length < 4 ? word : word.replace(/(?<=[sxz])es$|(?<=[^is])s$/, '');
}

function words(text: string): string[] {
  const plain = Array.from(text, (letter) => PLAIN[letter] ?? letter.toLowerCase());
  return plain
    .join('')
    .split(' ')
    .filter((word) => word !== '');
}

function inOrder(one: Service, other: Service): number {
  // Compares the names as the database does: by code points, and not by UTF-16 units as `<` does.
  return (
    one.position - other.position ||
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)) ||
    (one.id < other.id ? -1 : 1)
  );
}
