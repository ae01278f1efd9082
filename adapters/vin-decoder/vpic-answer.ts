import { isObject } from '../../application/kernel/fields/json-body.js';
import { isPrintable } from '../../domain/shared/text.js';
import type { VinDecode } from '../../domain/vehicles/vehicle.js';
import { DecoderFailure } from './decoder-failure.js';

/**
 * vPIC's names of the fields that are read. vPIC sends about 150 fields in every row. A field without a value is an empty text.
 */
const FIELDS = ['ModelYear', 'Make', 'Model', 'Trim', 'BodyClass'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Reads `{"Results": [{"Make": "HONDA", "ModelYear": "2003", …}]}`. The non-empty fields are used, whatever error code the row
 * has. A row with only empty fields is a VIN that vPIC does not know.
 * @throws DecoderFailure `answer` when the answer has no row with any of these fields
 */
export function readVpicAnswer(text: string): VinDecode {
  const row = firstRow(parse(text));
  return {
    year: yearOf(row.ModelYear),
    make: textOf(row.Make),
    model: textOf(row.Model),
    trim: textOf(row.Trim),
    bodyClass: textOf(row.BodyClass),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DecoderFailure('answer', 'answer is not JSON', { cause });
  }
}

function firstRow(answer: unknown): Readonly<Partial<Record<Field, unknown>>> {
  const results = isObject(answer) ? answer['Results'] : undefined;
  const row: unknown = Array.isArray(results) ? results[0] : undefined;
  if (!isObject(row) || !FIELDS.some((field) => Object.hasOwn(row, field))) {
    throw new DecoderFailure('answer', 'answer has no row of results');
  }
  return row;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' && isPrintable(value) ? value : null;
}

function yearOf(value: unknown): number | null {
  const text = textOf(value)?.trim() ?? '';
  return /^\d{4}$/.test(text) ? Number(text) : null;
}
