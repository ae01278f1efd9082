import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { InvalidArgumentError } from 'commander';
import { FILE_FORMATS, formatOf, type FileFormat } from '../../adapters/files/import-file-source.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { Shops } from '../../application/areas/access/shops.js';
import { parseJson, requireObject } from '../../application/kernel/fields/json-body.js';
import type { Shop } from '../../domain/access/shop.js';
import { InvalidRequest, NotFound, ShopError, ValidationError } from '../../domain/shared/errors.js';
import { NOBODY, toId, type Id } from '../../domain/shared/id.js';
import { normalizePhone, type Country, type E164 } from '../../domain/shared/phone.js';
import type { Use } from '../modules/use.js';
import { inOneLine } from '../server/process-life.js';
import { wrongUsage } from './command.js';

/**
 * Returns an id that an operator typed. If the text is not a UUID, the result is an id that no record has, so the command answers
 * as for an unknown id: not found.
 */
export function idOf<Kind extends string>(text: string): Id<Kind> {
  return toId<Kind>(text) ?? NOBODY;
}

/**
 * Reads a shop that an operator named.
 * @throws NotFound when there is no shop with this id
 */
export async function namedShop(use: Use, id: string): Promise<Shop> {
  const shop = await use(Shops).find(idOf<'Shop'>(id));
  if (!shop) throw new NotFound('shop');
  return shop;
}

/**
 * Reads a phone number that an operator typed. Without a country code, it is read as one of this country.
 * @param option the name of the option that has it
 */
export function phoneOf(option: string, text: string, country: Country): E164 {
  const number = normalizePhone(text, country);
  if (!number) throw new ValidationError(option, 'is not a phone number');
  return number;
}

/** An argument `KEY=VALUE` that an operator typed, such as `timezone=America/Toronto`. */
export interface Assignment {
  readonly key: string;
  readonly value: string;
}

/** Adds one argument, which has the form `KEY=VALUE`, to the earlier arguments. */
export function readAssignment(text: string, before: readonly Assignment[] | undefined): readonly Assignment[] {
  const end = text.indexOf('=');
  if (end < 1) throw new InvalidArgumentError('It must be KEY=VALUE.');
  return [...(before ?? []), { key: text.slice(0, end).trim(), value: text.slice(end + 1) }];
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: permission denied',
};

/** Returns an operator's file, or the refusal that names the file. */
export async function readable<T>(file: string, opened: Promise<T>): Promise<T> {
  try {
    return await opened;
  } catch (error) {
    if (error instanceof InvalidRequest) throw new InvalidRequest(`${file} ${error.message}`, { cause: error });
    throw new Error(`${file} ${UNREADABLE[systemCodeOf(error)] ?? `cannot be read: ${inOneLine(error)}`}`, { cause: error });
  }
}

/** The name of a file to write. */
export const newFile = {
  read(text: string): string {
    if (text === '' || text === '-') throw new InvalidArgumentError('It must be the name of a file.');
    return text;
  },
};

/** Returns what an import answers, or the refusal that names its file. */
export async function importable<T>(file: string, imported: Promise<T>): Promise<T> {
  try {
    return await imported;
  } catch (error) {
    if (error instanceof InvalidRequest)
      throw new InvalidRequest(`${file} cannot be imported: ${error.message}`, { cause: error });
    throw error;
  }
}

/** @throws CommanderError when neither the option nor the ending of the file shows the format */
export function knownFormat(file: string, given: FileFormat | undefined): FileFormat {
  const format = given ?? formatOf(file);
  if (format) return format;
  throw wrongUsage(`--format ${FILE_FORMATS.join(' or ')} is needed: the ending of ${file} does not show its format`);
}

/**
 * Reads a file that has one JSON object.
 * @param file `-` for standard input
 * @throws InvalidRequest when it has none
 */
export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const name = file === '-' ? 'standard input' : file;
  const bytes = await readable(name, file === '-' ? buffer(process.stdin) : readFile(file));
  try {
    return requireObject(parseJson(bytes));
  } catch (error) {
    if (error instanceof ShopError) throw new InvalidRequest(`${name}: must be one JSON object`, { cause: error });
    throw error;
  }
}

/**
 * Makes this process collect garbage whenever its heap has grown by half. An import or export of a million rows makes much
 * garbage, and would otherwise need much memory.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
