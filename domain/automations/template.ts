import { parseInstant } from '../shared/instant.js';
import { codePoints, normalizeText, withoutUnprintable } from '../shared/text.js';
import { inWords } from '../shared/time-zone.js';
import { isFilled, valueAt, type EventData } from './condition.js';

/** A field in a template: `{{customer.name}}`, blanks inside the braces are allowed. */
const PLACE = /\{\{([^{}]*)\}\}/g;
const INSTANT_LENGTH = 'YYYY-MM-DDTHH:mm:ss.sssZ'.length;

/** The paths of the fields that a template names, in order; a field that is named twice stands there twice. */
export function fieldsIn(template: string): readonly string[] {
  return [...template.matchAll(PLACE)].map(([, path = '']) => path.trim());
}

/** Tells whether braces are left over that form no field, such as `{{name}` or `{{}}`. */
export function hasStrayBraces(template: string): boolean {
  const rest = template.replace(PLACE, '');
  return rest.includes('{{') || rest.includes('}}') || fieldsIn(template).includes('');
}

/** The limits of a text that a step writes, after its fields are put in. */
interface TextRule {
  /** in Unicode code points */
  readonly max: number;
  /** false: a line break in a value becomes a blank */
  readonly lines: boolean;
}

/** The texts that steps write. The limits are those of a task and of a text message. */
export const TEMPLATES = {
  title: { max: 200, lines: false },
  notes: { max: 4000, lines: true },
  body: { max: 1600, lines: true },
} as const satisfies Readonly<Record<string, TextRule>>;

/** The text of a template, or why it cannot be written: `empty_field: customer.name`, `empty_text` or `too_long`. */
export type Filling = { readonly text: string } | { readonly problem: FillingProblem };
export type FillingProblem = 'empty_text' | 'too_long' | `empty_field: ${string}`;

/**
 * Puts the fields of an event's data into a template. Nothing else is done with it: a value that looks like a field stays text.
 * A number and a boolean are written as in JSON, a list of them with commas, and a time in the shop's zone, in words.
 * A field that is unknown, empty, or a record instead of a value is a problem, and so is a result that is too long.
 */
export function filled(template: string, rule: TextRule, data: EventData, timezone: string): Filling {
  const missing: string[] = [];
  const text = template.replace(PLACE, (_, path: string) => {
    const words = wordsOf(valueAt(data, path.trim()), timezone);
    if (words === null) missing.push(path.trim());
    return words ?? '';
  });
  const [first] = missing;
  if (first !== undefined) return { problem: `empty_field: ${first}` };
  const written = normalizeText(withoutUnprintable(rule.lines ? text : text.replace(/[\s\u0085]+/g, ' ')));
  if (written === '') return { problem: 'empty_text' };
  return codePoints(written) <= rule.max ? { text: written } : { problem: 'too_long' };
}

function wordsOf(value: unknown, timezone: string): string | null {
  if (!isFilled(value)) return null;
  if (Array.isArray(value)) {
    const words = value.map((one) => wordsOf(one, timezone));
    return words.includes(null) ? null : words.join(', ');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const instant = value.length === INSTANT_LENGTH ? parseInstant(value) : null;
  // The API writes every time in exactly this form, and people have no reason to.
  return instant === value ? inWords(instant, timezone) : value.trim();
}
