/**
 * The approximate length of the longest JSON texts below, in bytes. With the JSON around it, such a text fits into a body of
 * 256 KiB.
 */
const SIZE = 250_000;

/**
 * Returns a letter with combining marks of two classes in the wrong order. A naive program needs quadratic time to sort these
 * marks.
 */
function marks(count: number): string {
  return `a${'\u0301'.repeat(count / 2)}${'\u0323'.repeat(count / 2)}`;
}

const keys = (count: number, value: string): string =>
  Array.from({ length: count }, (_, index) => `"key${index}":${value}`).join(',');

/**
 * Texts for which a naive reader needs a long time, for example because at every character it tries another way to read the rest.
 * @param of the approximate number of bytes of the longest of them
 */
export function hostileTexts(of: number): Readonly<Record<string, string>> {
  return {
    marks: marks(of / 2),
    'marks within four times a limit': marks(Math.min(of / 2, 15_000)),
    'marks within a limit': marks(Math.min(of / 2, 3_900)),
    'as many marks on each letter as there may be': marks(30).repeat(of / 62),
    zeros: `0.${'0'.repeat(of - 3)}1`,
    'zeros within a fraction': `2026-03-02T15:00:00.${'0'.repeat(of - 30)}`,
    digits: '9'.repeat(of),
    'digits and signs': '(1) 1-'.repeat(of / 6),
    blanks: `${' '.repeat(of - 1)}x`,
    'parts of an address': `${'a.'.repeat(of / 4)}@${'a-'.repeat(of / 4)}`,
    'semicolons and backslashes': '\\;a;'.repeat(of / 5),
    'signs that grow when they are folded': '\ufdfa'.repeat(of / 3),
  };
}

/** JSON values other than texts for which a naive reader needs a long time. */
export const HOSTILE_JSON: Readonly<Record<string, string>> = {
  'an object of many keys': `{${keys(18_000, '1')}}`,
  'an object of numbered keys': `{${Array.from({ length: 17_000 }, (_, index) => `"${(index * 1_037_389) % 4_294_967_291}":1`).join(',')}}`,
  'an object with keys of every object': `{"constructor":{"constructor":1},"prototype":{"constructor":1},"__proto__":{"constructor":1},"toString":1,"then":1}`,
  'a number of many digits': '9'.repeat(SIZE),
  'a fraction of many digits': `0.${'0'.repeat(SIZE)}1`,
  'many numbers of many digits': `[${`${'9'.repeat(17)},`.repeat(SIZE / 18)}1]`,
  'many numbers of one digit less': `[${'999.9999999999999,'.repeat(SIZE / 18)}1e-999]`,
  'many texts and a number of many digits': `[${String.raw`"\\",`.repeat(SIZE / 7)}${'9'.repeat(17)}]`,
  'a list of numbers': `[${'1,'.repeat(SIZE / 2)}1]`,
  'a list of texts': `[${'"a",'.repeat(SIZE / 4)}"a"]`,
  'a list of marked texts': `[${`"${marks(200)}",`.repeat(SIZE / 410)}"a"]`,
  'a list of objects': `[${'{},'.repeat(SIZE / 3)}{}]`,
  'lists in lists': `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`,
  'objects in objects': `${'{"a":'.repeat(SIZE / 6)}1${'}'.repeat(SIZE / 6)}`,
  'lists at every level': `${'[[],'.repeat(SIZE / 5)}1${']'.repeat(SIZE / 5)}`,
};
