import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lettersAndDigits, nameSpellings } from '../../domain/shared/search.js';
import { fillSearchTexts } from './fill-search-texts.js';

/** The texts of a vehicle by which it is found, in the order in which the service writes them, and those found without signs. */
const TEXTS = [`nullif(concat_ws(' ', year, make, model, trim), '')`, 'color', 'license_plate', 'vin', 'make', 'model', 'trim'];

/** Lets services and vehicles be found without the signs and blanks of their names. */
export class SearchWithoutSigns1795898100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await fillSearchTexts(runner, 'services', ['name'], ([name]) => nameSpellings(name ?? ''));
    await fillSearchTexts(runner, 'vehicles', TEXTS, ([label = null, color = null, plate = null, vin = null, ...names]) => [
      label,
      color,
      plate,
      ...[plate, ...names].map(lettersAndDigits),
      vin,
    ]);
  }

  /** The release before finds all that it did by the longer texts, too. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
