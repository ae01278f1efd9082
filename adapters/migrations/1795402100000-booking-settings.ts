import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The defaults are for stored rows, and for the instances of an older version that still run during an update. */
export class BookingSettings1795402100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table shop_settings
      add column booking_lead_minutes integer not null default 120 check (booking_lead_minutes between 0 and 43200),
      add column booking_step_minutes integer not null default 30 check (booking_step_minutes between 5 and 1440),
      add column booking_buffer_minutes integer not null default 0 check (booking_buffer_minutes between 0 and 1440),
      add column booking_horizon_days integer not null default 90 check (booking_horizon_days between 1 and 730)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table shop_settings drop column booking_lead_minutes, drop column booking_step_minutes,
      drop column booking_buffer_minutes, drop column booking_horizon_days`);
  }
}
