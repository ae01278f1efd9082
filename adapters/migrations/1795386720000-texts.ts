import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what sending and receiving texts needs: columns of messages, and the look-up of a thread by its number. */
export class Texts1795386720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of DONE) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of UNDONE) await runner.query(statement);
  }
}

const DONE = [
  `alter table messages
    add column error text,
    add column media jsonb not null default '[]',
    add column media_sources jsonb not null default '[]',
    add column segments integer,
    add column keyword_answer boolean not null default false,
    add column sent_by uuid,
    add column provider_id text,
    add column attempts integer not null default 0,
    add column due_at timestamptz(3),
    add column version integer not null default 1,
    add foreign key (shop_id, sent_by) references staff (shop_id, user_id)`,
  'create unique index messages_provider_id on messages (shop_id, provider_id) where provider_id is not null',
  'create index messages_due on messages (due_at) where due_at is not null',
  `create index messages_under_way on messages (shop_id, "to") where status in ('queued', 'sending')`,
  // The limit of texts in an hour and the one keyword answer in an hour are counted with these.
  `create index messages_texts_lately on messages (shop_id, created_at) include (status, error)
    where direction = 'outbound' and origin = 'service' and segments is not null and not keyword_answer`,
  'create index messages_keyword_answers on messages (shop_id, "to", created_at) where keyword_answer',
  `create index conversations_of_number on conversations (shop_id, contact_number, created_at desc, id desc)
    where channel = 'sms'`,
  // Until now, the service itself began no thread. From now on it begins one for a contact, while imports may bring several.
  `update conversations set origin = 'import' where channel in ('sms', 'email')`,
  `create unique index conversations_begun on conversations (shop_id, contact_number)
    where channel = 'sms' and origin = 'service'`,
  `create unique index conversations_begun_emails on conversations (shop_id, customer_id)
    where channel = 'email' and origin = 'service' and customer_id is not null`,
  `create index conversations_ownerless on conversations (shop_id, contact_number)
    where customer_id is null and contact_number is not null`,
];

const UNDONE = [
  'drop index conversations_begun_emails',
  'drop index conversations_begun',
  'drop index conversations_ownerless',
  'drop index conversations_of_number',
  ...['keyword_answers', 'texts_lately', 'under_way', 'due', 'provider_id'].map((index) => `drop index messages_${index}`),
  `alter table messages drop column error, drop column media, drop column media_sources, drop column segments,
    drop column keyword_answer, drop column sent_by, drop column provider_id, drop column attempts, drop column due_at,
    drop column version`,
];
