import type { BytePart } from '../../application/areas/media/file-storage.js';

/**
 * `whole`: the whole file is sent, as if nothing was asked for · `unsatisfiable`: the file has none of the bytes · otherwise: the
 * parts of the file, in the order in which they were asked for; they neither overlap nor touch
 */
export type RangeAnswer = 'whole' | 'unsatisfiable' | readonly [BytePart, ...BytePart[]];

/**
 * A request for more ranges than this gets the whole file (RFC 9110 §14.2 allows that). Players ask for one range, and readers of
 * PDFs for a few. Each part costs a call to the storage.
 */
const MOST_RANGES = 16;

const BYTES = /^bytes=/i;
/** `0-499`, `500-` or `-500`. The form of the two numbers is the same in all three, so a single `-` fits, too. */
const RANGE = /^(\d*)-(\d*)$/;

/**
 * Reads a Range header for a file of `bytes` bytes (RFC 9110 §14.1.2, §14.2). A header of another unit, or one that breaks the
 * grammar, is ignored.
 */
export function readRange(header: string, bytes: number): RangeAnswer {
  if (!BYTES.test(header)) return 'whole';
  const places = header.slice('bytes='.length).split(',');
  const written = places.map((place) => place.trim()).filter((text) => text !== ''); // a list may have empty places
  if (written.length === 0 || written.length > MOST_RANGES) return 'whole';
  const ranges = written.map((text) => readOne(text, bytes));
  if (ranges.includes('malformed')) return 'whole';
  const [first, ...others] = joined(ranges.filter((range) => typeof range === 'object'));
  if (first) return [first, ...others];
  // The last bytes of an empty file are satisfiable, but there is no Content-Range for no bytes.
  return ranges.includes('empty') ? 'whole' : 'unsatisfiable';
}

/** `beyond`: the file has no such bytes · `empty`: the last bytes of an empty file */
type OneRange = BytePart | 'beyond' | 'empty' | 'malformed';

function readOne(text: string, bytes: number): OneRange {
  const [, from = '', to = ''] = RANGE.exec(text) ?? [];
  if (from === '' && to === '') return 'malformed';
  if (from === '') return lastBytes(Number(to), bytes);
  const [first, last] = [Number(from), to === '' ? Infinity : Number(to)];
  if (last < first) return 'malformed';
  return first < bytes ? { first, last: Math.min(last, bytes - 1) } : 'beyond';
}

function lastBytes(wanted: number, bytes: number): OneRange {
  if (wanted === 0) return 'beyond';
  return bytes === 0 ? 'empty' : { first: Math.max(0, bytes - wanted), last: bytes - 1 };
}

/** Joins parts that overlap or touch. The joined part stands at the place of the first of them. */
function joined(parts: readonly BytePart[]): BytePart[] {
  let apart: BytePart[] = [];
  for (const part of parts) {
    const near = apart.filter((other) => other.first <= part.last + 1 && part.first <= other.last + 1);
    const whole = {
      first: Math.min(part.first, ...near.map(({ first }) => first)),
      last: Math.max(part.last, ...near.map(({ last }) => last)),
    };
    const place = near[0];
    apart = place
      ? apart.flatMap((other) => (other === place ? [whole] : near.includes(other) ? [] : [other]))
      : [...apart, whole];
  }
  return apart;
}
