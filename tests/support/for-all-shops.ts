import { NUMBER_HOLDER, type Exceptions } from './bound-statements.js';

/**
 * Statements of background work for all shops at once. The statements of a single job are bound to a shop, as those of a request
 * are.
 */
export const FOR_ALL_SHOPS: Exceptions = [
  {
    what: /^select o\.shop_id as shop, .* from \(select .* from outbox where relayed_at is null order by /,
    why: 'one relay turns all shops’ events into jobs',
    on: 'read',
  },
  { what: /^update outbox o set relayed_at = /, why: 'the relay marks the rows it has read, by shop and id', on: 'changed' },
  NUMBER_HOLDER,
  {
    what: /^select \/\* calls\.holder \*\/ t\.shop_id /,
    why: 'reports about recordings and transcripts name the call only: whose it is is the question',
    on: 'read',
  },
  {
    what: /^select \/\* staff\.shops_with \*\/ distinct t\.shop_id /,
    why: 'the operator’s commands name a person and no shop: whose person it is is the question',
    on: 'read',
  },
  {
    what: /^\(select '\w+' as name from \w+ where due_at <= /,
    why: 'one relay looks which tables have something due',
    on: 'read',
  },
  {
    what: /^select shop_id as shop, id, turn from \(select .* from \w+ where due_at <= /,
    why: 'one relay looks for what is due in all shops',
    on: 'read',
  },
  { what: /^update \w+ t set due_at = null from /, why: 'the relay takes the rows that are due, by shop and id', on: 'changed' },
  {
    what: /^with \/\* webhooks\.endpoints \*\/ recursive /,
    why: 'one sender delivers for all shops, and looks where a delivery is due',
    on: 'plain',
  },
  {
    what: /^select shop_id as shop, id, events from webhooks where /,
    why: 'the relay looks who wants the events of its batch',
    on: 'read',
  },
  {
    what: /^insert into webhook_deliveries .* from unnest\(/,
    why: 'the relay adds the deliveries of its batch, by shop and webhook',
    on: 'changed',
  },
  {
    what: /^select e\.shop_id as shop, e\.id as event, a\.id as automation from unnest\(/,
    why: 'the relay looks which rules listen to the events of its batch, by the shop of each',
    on: 'read',
  },
  {
    what: /^select o\.shop_id as shop, o\.id, o\.type, o\.data, .* from unnest\(.* from automation_watches w /,
    why: 'the relay looks which events of its batch may withdraw a step of their shop',
    on: 'read',
  },
  {
    what: /^select a\.shop_id as shop, a\.id as automation, j\.id as job, /,
    why: 'one sweep looks for appointments whose time has come for a rule of their shop',
    on: 'read',
  },
  {
    what: /^select s\.shop_id as shop from shop_settings s where s\.keep_/,
    why: 'the leader looks which shops keep something for some months only',
    on: 'read',
  },
  {
    what: /^select (t\."\w+", )*t\."\w+" from \w+ t where t\."\w+" < \$1 .*order by t\."\w+" limit 1000$/,
    why: 'what is too old is pruned in batches',
    on: 'read',
  },
];

/** Further such statements, which a service carries out when something is old, a rule listens or its metrics are read. */
export const RARELY_FOR_ALL_SHOPS: Exceptions = [
  {
    what: /^delete from \w+ t using jsonb_to_recordset\(/,
    why: 'what is too old is pruned by its keys, which begin with the shop',
    on: 'changed',
  },
  {
    what: /^with gone as \(delete from outbox t using jsonb_to_recordset\(/,
    why: 'pruned events are noted for each shop',
    on: 'changed',
  },
  {
    what: /^insert into automation_runs .* from unnest\(/,
    why: 'the relay and the sweep start the runs of their batch, by shop and rule',
    on: 'changed',
  },
  {
    what: /^select \/\* outbox\.waiting \*\/ count\(\*\) /,
    why: 'a metric counts the events that wait',
    on: 'read',
  },
  {
    what: /^select \/\* webhook_deliveries\.count_due \*\/ count\(\*\) /,
    why: 'a metric counts the deliveries that are due',
    on: 'read',
  },
];

/** The statements that only a distributed database gets. */
export const ON_CITUS_FOR_ALL_SHOPS: Exceptions = [
  {
    what: /^select \/\* webhooks\.distributed_endpoints \*\/ /,
    why: 'the sender looks where a delivery is due, on a distributed database',
    on: 'read',
  },
];
