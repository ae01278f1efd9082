import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex } from './add-index.js';
import { fillSearchTexts } from './fill-search-texts.js';

/** The texts of a vehicle by which it is found, in the order in which the service writes them. */
const TEXTS = [
  `nullif(concat_ws(' ', year, make, model, trim), '')`,
  'color',
  'license_plate',
  `regexp_replace(license_plate, '[^[:alnum:]]', '', 'g')`,
  'vin',
];

/** Lets a customer be found by a vehicle, and a service by its name without hyphens. */
export class VehicleSearch1795896900000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table vehicles add column if not exists search_text text not null default ''`);
    await fillSearchTexts(runner, 'vehicles', TEXTS);
    await addIndex(runner, 'vehicles_search', 'vehicles using gin (shop_id, search_text gin_trgm_ops)');
    await runner.query(`update services set search_text = search_text || E'\\n' || regexp_replace(search_text, '[-‐-―]', '', 'g')
      where search_text ~ '[-‐-―]' and position(E'\\n' in search_text) = 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index vehicles_search');
    await runner.query('alter table vehicles drop column search_text');
  }
}
