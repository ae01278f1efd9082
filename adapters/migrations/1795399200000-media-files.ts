import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MediaFiles1795399200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table media_files (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('recording', 'voicemail', 'attachment')),
      call_id uuid,
      message_id uuid,
      place integer not null,
      source text,
      provider_id text,
      duration_seconds integer,
      status text not null check (status in ('waiting', 'stored', 'failed', 'dropped')),
      error text,
      attempts integer not null,
      due_at timestamptz(3),
      content_type text,
      bytes integer,
      created_at timestamptz(3) not null,
      version integer not null,
      primary key (shop_id, id),
      check (case kind when 'attachment' then call_id is null and message_id is not null
        else call_id is not null and message_id is null end),
      check (due_at is null or status = 'waiting'),
      check (status <> 'stored' or (content_type is not null and bytes is not null)),
      foreign key (shop_id, call_id) references calls (shop_id, id) on delete cascade,
      foreign key (shop_id, message_id) references messages (shop_id, id) on delete cascade
    )`);
    for (const index of INDEXES) await runner.query(index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table media_files');
  }
}

const INDEXES = [
  'create unique index media_files_provider_id on media_files (shop_id, provider_id) where provider_id is not null',
  `create unique index media_files_audio on media_files (shop_id, call_id, kind) where call_id is not null and status = 'stored'`,
  'create index media_files_of_call on media_files (shop_id, call_id) where call_id is not null',
  'create unique index media_files_of_message on media_files (shop_id, message_id, place) where message_id is not null',
  'create index media_files_due on media_files (due_at) where due_at is not null',
];
