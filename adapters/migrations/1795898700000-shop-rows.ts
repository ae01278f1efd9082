import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The settings of a shop that has not changed any. */
const STANDARD = {
  opening_hours: weekly(['mon', 'tue', 'wed', 'thu', 'fri'], '08:00', '18:00'),
  texting_hours: weekly(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], '08:00', '21:00'),
  closures: [],
  bays: [],
};

function weekly(days: readonly string[], from: string, until: string): object {
  return Object.fromEntries(days.map((day) => [day, [{ from, until }]]));
}

/**
 * Adds the view with one row of each shop, from which the parts of a write take their shop. A distribution puts another view in its
 * place, over the settings of the shops, and adds the rows of settings that are missing: the defaults are for these.
 */
export class ShopRows1795898700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const defaults = Object.entries(STANDARD).map(([name, value]) => `alter ${name} set default '${JSON.stringify(value)}'`);
    await runner.query(`alter table shop_settings ${defaults.join(', ')}`);
    await runner.query('create view shop_rows as select id as shop_id from shops');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view shop_rows');
    const defaults = Object.keys(STANDARD).map((name) => `alter ${name} drop default`);
    await runner.query(`alter table shop_settings ${defaults.join(', ')}`);
  }
}
