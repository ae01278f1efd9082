import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fillSearchTexts } from './fill-search-texts.js';

/**
 * Adds what the lists of the inbox need: the read mark, the contact's email address, the line, derived columns with indexes, and
 * the counts of the stored threads. Closed and snoozed threads that are stored already count as read.
 */
export class Inbox1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...DERIVED]) await runner.query(statement);
    await fillSearchTexts(runner, 'conversations', ['contact_number', 'subject']);
    await fillSearchTexts(runner, 'leads', ['first_name', 'last_name', 'company_name', 'email', 'phone']);
    for (const statement of [...INDEXES, COUNTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of UNDONE) await runner.query(statement);
  }
}

const COLUMNS = [
  `alter table conversations
    add column contact_email text,
    add column line text,
    add column read_at timestamptz(3),
    add column marked_unread boolean not null default false,
    add column unread boolean not null default false,
    add column unanswered boolean not null default false,
    add column search_text text not null default ''`,
  `alter table leads add column search_text text not null default ''`,
];

const DERIVED = [
  `update conversations set read_at = greatest(last_message_at, created_at) where status <> 'open'`,
  `update conversations set
    unread = coalesce(last_inbound_at > coalesce(last_outbound_at, '-infinity')
      and last_inbound_at > coalesce(read_at, '-infinity'), false),
    unanswered = coalesce(last_inbound_at > coalesce(last_human_outbound_at, '-infinity'), false)`,
];

const LIST_ORDER = 'last_message_at desc nulls last, id desc';
const RANGE = 'status, unread, unanswered, channel';

const INDEXES = [
  `create index conversations_last_active on conversations (shop_id, ${LIST_ORDER})`,
  `create index conversations_by_state on conversations (shop_id, ${RANGE}, ${LIST_ORDER})`,
  `create index conversations_of_owner on conversations (shop_id, assigned_to, ${RANGE}, ${LIST_ORDER})`,
  // Without this index the planner reads the threads of all owners: nulls are no range of `conversations_of_owner` for it.
  `create index conversations_unassigned on conversations (shop_id, ${RANGE}, ${LIST_ORDER}) where assigned_to is null`,
  'create index conversations_of_lead on conversations (shop_id, lead_id) where lead_id is not null',
  'create index conversations_search on conversations using gin (shop_id, search_text gin_trgm_ops)',
  'create index leads_search on leads using gin (shop_id, search_text gin_trgm_ops)',
];

const COUNTS = `insert into record_counts (shop_id, list, bucket, slot, n)
  select shop_id, 'conversations', concat_ws(':', status, case when unread then 'unread' else 'read' end,
    case when unanswered then 'unanswered' else 'answered' end, channel, coalesce(assigned_to::text, '-')), 0, count(*)
  from conversations group by 1, 3`;

const UNDONE = [
  `delete from record_counts where list = 'conversations'`,
  ...['leads_search', 'conversations_search', 'conversations_of_lead', 'conversations_of_owner', 'conversations_by_state'].map(
    (index) => `drop index ${index}`,
  ),
  'drop index conversations_unassigned',
  'drop index conversations_last_active',
  'alter table leads drop column search_text',
  `alter table conversations drop column contact_email, drop column line, drop column read_at, drop column marked_unread,
    drop column unread, drop column unanswered, drop column search_text`,
];
