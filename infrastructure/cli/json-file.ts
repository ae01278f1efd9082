import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseJson, requireObject } from '../../application/kernel/fields/json-body.js';
import { InvalidRequest, ShopError } from '../../domain/shared/errors.js';
import { unreadable } from './import-command.js';

/**
 * Reads a file that has one JSON object.
 * @param file `-` for standard input
 * @throws InvalidRequest when it has none
 */
export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const name = file === '-' ? 'standard input' : file;
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  try {
    return requireObject(parseJson(bytes));
  } catch (error) {
    if (error instanceof ShopError) throw new InvalidRequest(`${name}: must be one JSON object`, { cause: error });
    throw error;
  }
}
