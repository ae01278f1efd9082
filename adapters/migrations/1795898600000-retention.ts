import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex } from './add-index.js';

const SETTINGS = ['keep_recordings_months', 'keep_transcripts_months', 'keep_messages_months'];

/** The rows of each index are those that a shop may still have to empty, so the oldest of them are found at once. */
const INDEXES = {
  calls_with_sounds: 'calls (shop_id, started_at) where has_recording or has_voicemail',
  calls_with_transcripts: 'calls (shop_id, started_at) where transcript is not null or ai_summary is not null',
  messages_with_contents: 'messages (shop_id, created_at) where erased_at is null',
  scheduled_messages_with_contents: `scheduled_messages (shop_id, send_at) where body <> '—'`,
};

/** Lets a shop keep recordings, transcripts and messages for some months only. */
export class Retention1795898600000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const columns = SETTINGS.map((name) => `add column if not exists ${name} integer`);
    await runner.query(`alter table shop_settings ${columns.join(', ')}`);
    for (const [name, definition] of Object.entries(INDEXES)) await addIndex(runner, name, definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
    await runner.query(`alter table shop_settings ${SETTINGS.map((name) => `drop column ${name}`).join(', ')}`);
  }
}
