import { refusalsAcrossShops } from '../support/across-shops.js';

const DISTRIBUTED = new Set(['leads', 'tasks', 'outbox', 'pruned_events']);
const refusals = (text: string): string[] => refusalsAcrossShops(text, DISTRIBUTED);

it.each([
  ['select * from leads t where t.due_at < $1 for update skip locked', 'locks rows'],
  ['with recursive w as (select t.id from leads t union all select id from w) select * from w', 'is recursive'],
  ['select 1 from leads t cross join lateral (select from tasks k where k.shop_id = t.shop_id) x', 'has a lateral sub-select'],
  [`update outbox o set number = nextval('n') from unnest($1::uuid[]) u (id) where u.id = o.id`, 'calls nextval'],
  ['select *, row_number() over (partition by t.status) from leads t', 'has a window over several shops'],
  [
    'select 1 from unnest($1::uuid[]) u (shop_id) left join leads t on t.shop_id = u.shop_id',
    'keeps rows of a list or a global table',
  ],
  ['select 1 from leads t join tasks k on k.lead_id = t.id', 'joins tables by something else than the shop'],
  [
    'select 1 from leads t where exists (select from tasks k where k.lead_id = t.id)',
    'correlates by something else than the shop',
  ],
  ['select (select max(k.n) from tasks k where k.shop_id = t.shop_id) from leads t', 'limits or counts a correlated sub-select'],
  [
    'select (select k.n from tasks k where k.shop_id = u.shop_id) from unnest($1::uuid[]) u (shop_id)',
    'has a sub-select for each row of a list or a global table',
  ],
  [
    'update leads t set due_at = null from (select l.shop_id, l.id from leads l limit 5) d where t.shop_id = d.shop_id and t.id = d.id',
    'changes rows that a sub-select limits',
  ],
  ['update leads t set due_at = null where t.due_at < $1', 'changes rows that no list names: read their shops and keys first'],
  // The look of the doctor for shops without a line, and the number of deliveries that are due.
  [
    'select s.name from shops s where not exists (select from leads t where t.shop_id = s.id)',
    'has a sub-select for each row of a list or a global table',
  ],
  ['select count(*) from (select from leads t limit 5) w', 'has a sub-select without a column: write select 1'],
  ['select exists (select from leads t where t.due_at < $1)', 'has a sub-select without a column: write select 1'],
  ['with a as (delete from leads t), b as (delete from tasks k) select 1', 'changes two tables'],
])('%s', (text, refusal) => {
  expect(refusals(text)).toContain(refusal);
});

it.each([
  'select t.shop_id, t.id from leads t where t.due_at <= $1 order by t.due_at limit 500',
  'select count(*) from (select 1 from leads t where t.due_at <= $1 limit 100000) w',
  'update leads t set due_at = null from unnest($1::uuid[], $2::uuid[]) d (shop_id, id) where t.shop_id = d.shop_id and t.id = d.id',
  'select 1 from unnest($1::uuid[]) e (shop_id) join leads t on t.shop_id = e.shop_id join tasks k on k.shop_id = t.shop_id',
  'select 1 from leads t where not exists (select from tasks k where k.shop_id = t.shop_id and k.lead_id = t.id)',
  'select s.name from leads t join shops s on s.id = t.shop_id where t.phone = $1',
  `with gone as (delete from outbox t using jsonb_to_recordset($1) k (shop_id uuid) where k.shop_id = t.shop_id returning t.*)
    insert into pruned_events (shop_id, number) select g.shop_id, max(g.number) from gone g group by g.shop_id`,
  'select pg_try_advisory_xact_lock(1, 2)',
])('accepts %s', (text) => {
  expect(refusals(text)).toEqual([]);
});
