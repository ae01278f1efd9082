import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `message` refers to no table: the sandbox stands for a provider, which keeps what it got whatever becomes of our record. */
export class SandboxOutbox1795379300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table sandbox_outbox (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      message uuid,
      channel text not null check (channel in ('sms', 'email')),
      "from" text not null,
      "to" text not null,
      subject text,
      body text not null,
      status text not null check (status in ('sent', 'delivered', 'undelivered', 'failed', 'rate_limited', 'unanswered')),
      handed_over_at timestamptz(3) not null,
      receipt_status text check (receipt_status in ('delivered', 'undelivered')),
      receipt_code text,
      receipt_due_at timestamptz(3),
      reply_body text,
      reply_due_at timestamptz(3),
      primary key (shop_id, id),
      check (receipt_due_at is null or receipt_status is not null),
      check (reply_due_at is null or reply_body is not null)
    )`);
    await runner.query('create index sandbox_outbox_newest on sandbox_outbox (shop_id, handed_over_at desc, id desc)');
    await runner.query('create index sandbox_outbox_of_message on sandbox_outbox (shop_id, message)');
    await runner.query(`create index sandbox_outbox_due on sandbox_outbox (least(receipt_due_at, reply_due_at))
      where receipt_due_at is not null or reply_due_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sandbox_outbox');
  }
}
