import { callsOf, optionsOf, patientSettings } from '../../adapters/postgres/pool.js';
import { refusalsWhenDistributed } from '../support/distributed-sql.js';

const STORED = 'with stored as (update leads t set name = $2 where t.shop_id = $1 returning t.id)';

it.each([
  // The look-up of an import, when the block of a customer's phone was found by the customer's shop.
  [
    `select t.id, (select o.source from opt_outs o where o.shop_id = t.shop_id and o.number = t.phone) from customers t
      where t.shop_id = $1 order by t.id for no key update`,
    'locks rows, but not every table in it has the condition shop_id = $n of its own',
  ],
  ['select t.id from customers t where t.id = $1 for share', 'locks rows, but not every table in it'],
  [
    'select t.id from customers t join leads l on l.shop_id = t.shop_id where t.shop_id = $1 for update of t',
    'locks rows, but not every table in it',
  ],
  // The time of the last use of a key, the beginning of a call with an idempotency key.
  [
    `insert into api_key_uses as u (shop_id, key_id, used_at) values ($1, $2, $3) on conflict (shop_id, key_id) do update
      set used_at = excluded.used_at where u.used_at < excluded.used_at - interval '1 minute'`,
    'has a time that is counted in ON CONFLICT: pass the value',
  ],
  [
    'insert into leads as l (shop_id, id) values ($1, $2) on conflict (shop_id, id) do update set updated_at = default',
    'has default in ON CONFLICT: pass the value',
  ],
  [
    'insert into vin_decodes (vin) values ($1) on conflict (vin) do update set decoded_at = now()',
    'has now() in ON CONFLICT: pass the value',
  ],
  // The outcome of deliveries, and the owner of a call.
  [
    `update webhooks w set version = 2 from jsonb_to_recordset($2::jsonb) as s (at timestamptz)
      where w.shop_id = $1 and w.last_success_at <= s.at - interval '1 second'`,
    'has a time that is counted of a column in a change',
  ],
  [
    `update calls t set customer_id = $2, updated_at = default
      where t.shop_id = $1 and (case t.direction when 'inbound' then t."from" else t."to" end) = $3`,
    'has case … when in a change',
  ],
  [
    `update staged_outbox e set data = to_char(t.updated_at, 'YYYY') from leads t where t.shop_id = $1`,
    'has to_char() of a column in a change',
  ],
  // The erasure of what was decoded for a person's vehicles.
  [
    'delete from vin_decodes d using vehicles t where t.shop_id = $1 and d.vin = t.vin',
    'changes a global table by rows of shops: read these first',
  ],
  // The room that a text takes.
  [
    `${STORED} insert into texts_taken (shop_id, taken) select here.shop_id, 1 from shop_rows here, stored s
      where here.shop_id = $1 and not exists (select from opt_outs o where o.shop_id = $1 and o.number = s.id::text)`,
    'correlates a sub-select with rows that the statement makes',
  ],
  // An import that stores all rows or none.
  [
    'select t.id from leads t where t.shop_id = $1 and not exists (select from staged_leads s where s.id = t.id)',
    'has a sub-select of a temporary table beside a distributed one',
  ],
  ['insert into leads (shop_id, id) select $1, s.id from staged_leads s', 'inserts rows of a select and returns none'],
  // The messages that are added to a thread.
  [
    `${STORED}, children as (insert into messages (shop_id, id) select here.shop_id, s.id from shop_rows here, stored s
      where here.shop_id = $1) select 1`,
    'inserts rows of a select and returns none',
  ],
  // The events of a write: the rows of its first part went to every server, and a server that was away stopped the writes of all shops.
  [
    `${STORED} insert into outbox (shop_id, id) select $1, e.id from stored, jsonb_to_recordset($3::jsonb) as e (id uuid)`,
    'inserts rows of an earlier part, which would go to every server: take the shop from shop_rows',
  ],
  [
    `${STORED} insert into outbox (shop_id, id) select s.id, e.id from shops s, stored, jsonb_to_recordset($3::jsonb) as e (id uuid)
      where s.id = $1`,
    'inserts rows of an earlier part',
  ],
  [
    `${STORED} insert into texts_taken (shop_id, taken) select $1, 1 from (select 1 from stored where $3) s`,
    'inserts rows of an earlier part',
  ],
  // A page of the runs of a rule, when their steps were found by the run's shop.
  [
    `select r.* from unnest($2::uuid[]) as p (id) left join lateral (
        select t.id, (select json_agg(s.id) from automation_steps s where s.shop_id = t.shop_id and s.run_id = t.id) as steps
        from automation_runs t where t.shop_id = $1 and t.id = p.id) r on true`,
    'joins each row with a sub-select whose own sub-select has not the condition shop_id = $n',
  ],
])('%s', (text, refusal) => {
  expect(refusalsWhenDistributed(text)).toEqual([expect.stringContaining(refusal)]);
});

it.each([
  'select t.id from customers t where t.shop_id = $1 and t.id = any($2::uuid[]) for no key update',
  `select t.id, (select o.source from opt_outs o where o.shop_id = $1 and o.number = t.phone) from customers t
    where t.shop_id = $1 for no key update`,
  'select s.id from shops s where s.id = $1 for no key update',
  'insert into api_key_uses as u (shop_id, key_id, used_at) values ($1, $2, $3) on conflict (shop_id, key_id) do update set used_at = excluded.used_at where u.used_at < $4',
  `update leads t set name = $2, updated_at = default where t.shop_id = $1 and t.created_at < $3`,
  `update messages t set error = case when t.status = 'queued' then 'erased' else t.error end where t.shop_id = $1`,
  `${STORED} insert into outbox (shop_id, id, data) select here.shop_id, e.id, to_jsonb(e.at)
    from shop_rows here, stored, jsonb_to_recordset($3::jsonb) as e (id uuid, at text) where here.shop_id = $1`,
  'with stored as materialized (select t.id from leads t where t.shop_id = $1) select t.id from stored t where not exists (select from staged_leads s where s.id = t.id)',
  'with stored as (insert into leads (shop_id, id) select $1, s.id from staged_leads s returning 1) select count(*) from stored',
  `select to_char(t.created_at, 'YYYY') from leads t where t.shop_id = $1 and t.created_at > now() - interval '1 day'`,
  `select r.* from unnest($2::uuid[]) as p (id) left join lateral (
    select t.id, (select json_agg(s.id) from automation_steps s where s.shop_id = $1 and s.run_id = t.id) as steps
    from automation_runs t where t.shop_id = $1 and t.id = p.id) r on true`,
  `with landed as materialized (select t.id, to_char(t.updated_at, 'YYYY') as at from leads t where t.shop_id = $1)
    update staged_outbox e set data = l.at from landed l where e.id = l.id`,
  'update migrations set name = lower(name)',
])('accepts %s', (text) => {
  expect(refusalsWhenDistributed(text)).toEqual([]);
});

it('every session that reads and writes records works through one connection to each server of Citus', () => {
  const setting = '-c citus.multi_shard_modify_mode=sequential';
  expect(callsOf({ isCitus: true }).options).toContain(setting);
  expect(optionsOf(patientSettings({ isCitus: true }))).toContain(setting);
  expect(callsOf({}).options).not.toContain('citus');
});
