import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `message_id` refers to no row: it is stored when somebody begins to send, and the message is made later. */
export class ScheduledMessages1795387463000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table scheduled_messages (
      shop_id uuid not null references shops (id) on delete cascade,
      id uuid not null,
      conversation_id uuid,
      customer_id uuid,
      channel text not null check (channel in ('sms', 'email')),
      body text not null,
      subject text,
      "to" text not null,
      scheduled_for timestamptz(3) not null,
      send_at timestamptz(3) not null,
      due_at timestamptz(3),
      status text not null check (status in ('scheduled', 'sending', 'sent', 'refused', 'failed', 'canceled')),
      error text,
      links_removed boolean not null,
      scheduled_by uuid,
      message_id uuid,
      created_at timestamptz(3) not null,
      version integer not null,
      primary key (shop_id, id),
      check (due_at is null or status = 'scheduled'),
      foreign key (shop_id, conversation_id) references conversations (shop_id, id),
      foreign key (shop_id, customer_id) references customers (shop_id, id),
      foreign key (shop_id, scheduled_by) references staff (shop_id, user_id)
    )`);
    for (const index of INDEXES) await runner.query(index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from record_counts where list = 'scheduled_messages'`);
    await runner.query('drop table scheduled_messages');
  }
}

const INDEXES = [
  'create index scheduled_messages_soonest on scheduled_messages (shop_id, send_at, id desc)',
  'create index scheduled_messages_of_status on scheduled_messages (shop_id, status, send_at, id desc)',
  `create index scheduled_messages_of_conversation on scheduled_messages (shop_id, conversation_id)
    where conversation_id is not null`,
  'create index scheduled_messages_of_customer on scheduled_messages (shop_id, customer_id) where customer_id is not null',
  'create unique index scheduled_messages_of_message on scheduled_messages (shop_id, message_id) where message_id is not null',
  'create index scheduled_messages_due on scheduled_messages (due_at) where due_at is not null',
];
