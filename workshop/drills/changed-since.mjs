import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { call, posted, repeat } from '../harness/load.mjs';
import { Tally } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { differences } from './support/copy/compare.mjs';
import { spareTheDisk } from './support/rolled.mjs';

export const promise = 'Staying in step';
export const about =
  'sixteen writers and slow transactions change records, while programs copy them by updated_since alone: no change is passed over';
export const planted = 'the database dates a tenth of the changes three seconds too early';

/** `slow`: so many transactions at a time are committed up to `openMs` after their changes. */
export const FULL = { seconds: 120, writers: 16, slow: 4, openMs: 3_000 };
export const SHORT = { ...FULL, seconds: 8, openMs: 1_000 };

const EARLIER = `create function earlier() returns trigger language plpgsql as $$ begin
    if random() < 0.1 then new.updated_at = new.updated_at - interval '3 s'; end if; return new;
  end $$;
  create trigger z_earlier before insert or update on leads for each row execute function earlier()`;
const SLOW = `insert into leads (shop_id, id, first_name, status, created_at, origin, version)
  values ($1, gen_random_uuid(), 'Slow', 'new', now(), 'service', 1)`;
/** How each kind of record is made and changed, by the number of the change. */
const KINDS = {
  leads: { made: (n) => ({ name: `Lead ${n}` }), changed: (n) => ['PATCH', { source: `Source ${n}` }] },
  customers: {
    made: (n) => ({ name: `Customer ${n}`, email: `customer-${n}@example.com` }),
    changed: (n) => ['PATCH', { city: `City ${n}` }],
  },
  tasks: { made: (n) => ({ title: `Task ${n}` }), changed: (n) => ['POST', { title: `Title ${n}` }] },
};

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await spareTheDisk(world);
  if (plant) await world.sql.rows(EARLIER);
  const instances = await Promise.all([1, 2].map(() => world.startInstance({ MAX_IN_FLIGHT: '0' })));
  const api = () => ({ url: instances[randomInt(2)].url, token: world.token });
  const copies = Object.keys(KINDS).map((kind) => startCopy(api, kind));
  const odd = new Tally();
  let changes = 0;
  const next = () => (changes += 1);
  const stopWriters = repeat(Array.from({ length: form.writers }, () => writer(api, next, odd)));
  const stopSlow = repeat(Array.from({ length: form.slow }, () => slowLead(world, form)));
  await sleep(form.seconds * 1000);
  await Promise.all([stopWriters(), stopSlow()]);
  const faults = [];
  for (const { conclude } of copies) faults.push(...(await conclude())); // a key has one export at a time
  const size = copies.reduce((sum, { records }) => sum + records.size, 0);
  return { measured: { changes, records: size }, broken: [...odd.lines(), ...faults] };
}

/** A client that makes records of every kind, and changes some that it has made. */
function writer(api, next, odd) {
  const own = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  return async () => {
    const n = next();
    const kind = Object.keys(KINDS)[n % 3];
    const { made, changed } = KINDS[kind];
    if (own[kind].length < 5 || n % 2 === 0) {
      const { data } = await posted(api(), `/api/v1/${kind}`, made(n));
      own[kind].push(data.id);
    } else {
      const [method, body] = changed(n);
      const { status, text } = await call(api(), method, `/api/v1/${kind}/${own[kind][randomInt(own[kind].length)]}`, body);
      if (status !== 200) odd.add(`${method} ${kind}: ${status} ${text.slice(0, 80)}`);
    }
  };
}

/** A transaction that stores a lead and is committed later, as that of an import is. */
function slowLead({ databaseUrl, shop }, { openMs }) {
  return async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(SLOW, [shop.id]);
    await sleep(randomInt(openMs));
    await client.query('commit');
    await client.end();
  };
}

/** Follows the changes of one kind of records from its beginning, and keeps them. */
function startCopy(api, kind) {
  const records = new Map();
  let query = 'updated_since=2000-01-01T00:00:00Z&limit=100';
  let isOver = false;
  const page = async () => {
    const { status, text } = await call(api(), 'GET', `/api/v1/${kind}?${query}`);
    if (status !== 200) throw new Error(`GET ${kind}: ${status} ${text}`);
    const { data, meta } = JSON.parse(text);
    for (const record of data) records.set(record.id, record);
    query = `updated_since=2000-01-01T00:00:00Z&limit=100&cursor=${encodeURIComponent(meta.next_cursor)}`;
    return meta.more;
  };
  const reading = (async () => {
    while (!isOver) if (!(await page())) await sleep(20);
  })();
  return {
    records,
    /** Reads to the end, and returns what differs from the records that there are. */
    conclude: async () => {
      isOver = true;
      await reading;
      await sleep(10); // a page has the changes before the present millisecond
      while (await page());
      const answered = new Map((await allOf(api(), kind)).map((record) => [record.id, record]));
      const differing = differences(records, answered, ['overdue']);
      return differing
        .slice(0, 3)
        .map(({ id, what }) => `${kind}: ${differing.length} of ${answered.size} differ: ${id} ${what}`);
    },
  };
}

/** The records of a kind by an export, which knows nothing of the order of the changes. */
async function allOf(api, kind) {
  const { text } = await call(api, 'GET', `/api/v1/exports/${kind}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
