import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Expects the attachments of texts that came before the service fetched files. Their messages have kept the addresses, in the
 * order of the files.
 */
export class ExpectedAttachments1795399230000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`insert into media_files (shop_id, id, kind, message_id, place, source, status, attempts, due_at, created_at, version)
      select m.shop_id, gen_random_uuid(), 'attachment', m.id, file.number - 1, file.source ->> 'url', 'waiting', 0, now(), now(), 1
      from messages m, jsonb_array_elements(m.media_sources::jsonb) with ordinality as file (source, number)
      on conflict do nothing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from media_files where kind = 'attachment' and status = 'waiting'`);
  }
}
