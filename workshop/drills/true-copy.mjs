import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from './support/copy/compare.mjs';
import { ShopApi } from './support/copy/shop-api.mjs';
import { KINDS } from './support/copy/what-changed.mjs';
import { startCopying } from './support/copying.mjs';
import { openCutter } from './support/cutter.mjs';
import { openDemoWorld } from './support/demo-world.mjs';
import { openRow, spareTheDisk } from './support/rolled.mjs';
import { commandsFor, runCommand } from './support/shop-commands.mjs';
import { startWork } from './support/shop-work.mjs';
import { UNDER_WAY } from './support/texting.mjs';

export const promise = 'Staying in step';
export const about =
  'a program keeps a copy of a shop by exports and events, while people, imports and erasures change it, through kills, releases, ' +
  'cut connections and a pruned position: the copy is what the API answers';
export const planted = 'the database loses a fifth of the events';

/** `commands`: at least so many imports, erasures, texts and calls. `clients`, `pauseMs`: so many work, with this pause each. */
export const FULL = {
  rolls: 10,
  kills: 20,
  cuts: 200,
  commands: 80,
  clients: 6,
  pauseMs: 200,
  betweenMs: 4_000,
  settleMs: 180_000,
};
export const SHORT = { ...FULL, rolls: 2, kills: 4, cuts: 20, commands: 12, clients: 3, betweenMs: 2_000, settleMs: 60_000 };

const LOSE_EVENTS = `create function lose() returns trigger language plpgsql as $$ begin
    if random() < 0.2 then return null; end if; return new;
  end $$;
  create trigger lose before insert on outbox for each row execute function lose()`;
/** Deletes the events of the feed, and notes how far, as the service does with events of 30 days ago. */
const PRUNE = `with gone as (delete from outbox where shop_id = $1 and relayed_at is not null returning number)
  insert into pruned_events (shop_id, number) select $1, max(number) from gone
  on conflict (shop_id) do update set number = excluded.number`;
const UNDONE = `select w.n + (select count(*) from outbox where relayed_at is null) as n from (${UNDER_WAY}) w`;

export async function run({ form, plant, databaseUrl }) {
  const world = await openDemoWorld(databaseUrl);
  await spareTheDisk(world);
  if (plant) await world.sql.rows(LOSE_EVENTS);
  const begun = new Date(Date.now() - 60_000).toISOString();
  const row = await openRow(world, { STOP_PAUSE: '2', MAX_IN_FLIGHT: '0' });
  await Promise.all([row.start(), row.start()]);
  const api = { url: row.url, token: world.token };
  const cutter = await openCutter(row.url, form.cuts);
  const copying = startCopying(world, cutter.url);
  const shop = await openShop(world, api, form);

  await disturb(copying, row, form);
  await copying.kill();
  await shop.erase();
  await world.sql.rows(PRUNE, [world.shop.id]);
  copying.start();
  await disturb(copying, row, form);
  await shop.hasDone(form.commands);
  while (cutter.left() > 0 && copying.fault() === null) await sleep(100);

  const worked = await shop.stop();
  const { settled, caughtUp, copy, differing } = await compareAtRest(world, new ShopApi(api), copying, begun, form.settleMs);
  row.close();
  cutter.close();
  const { rolls, kills, cuts } = form;
  const records = KINDS.flatMap((kind) => [...copy.recordsOf(kind).values()].map((record) => ({ kind, ...record })));
  return {
    measured: { ...worked.measured, rolls, kills, 'cut connections': cuts, records: records.length, 'new copies': copy.resets },
    broken: [
      ...worked.odd,
      copying.fault(),
      settled === null && 'the work of the shop never ended',
      caughtUp === null && 'the copy never came to the end of the feed',
      copy.resets === 0 && 'the copy did not begin anew after its position was pruned',
      ...differing,
      ...knownOf(worked.erased, records),
    ],
  };
}

/**
 * Compares the copy with the answers of one moment. The service still works after the people have stopped: receipts of texts come,
 * and rules make tasks. So the comparison counts when the feed ends afterwards where it ended before.
 */
async function compareAtRest({ sql }, answers, copying, begun, mostMs) {
  const endOfFeed = async () => (await answers.read('/events?after=latest')).meta.next_after;
  const most = performance.now() + mostMs;
  for (;;) {
    const settled = await sql.untilNone(UNDONE, [], mostMs);
    const end = await endOfFeed();
    const caughtUp = await copying.reaches(end, mostMs);
    await copying.kill();
    const copy = copying.copy();
    const differing = await compare(answers, copy, begun);
    const isAtRest = (await sql.untilNone(UNDONE, [], mostMs)) !== null && (await endOfFeed()) === end;
    if (isAtRest || performance.now() > most) return { settled: isAtRest ? settled : null, caughtUp, copy, differing };
    copying.start();
  }
}

/** People, imports, erasures, callers: everybody who changes the shop. */
async function openShop(world, api, form) {
  const answers = new ShopApi(api);
  const idsOf = async (kind) => (await answers.all(`/${kind}`)).map(({ id }) => id);
  const persons = (await answers.all('/customers')).filter(({ phone }) => phone).sort(() => randomInt(3) - 1);
  const erased = [];
  const person = () => {
    erased.push(persons.pop());
    return erased.at(-1);
  };
  const work = await startWork(api, form, idsOf);
  let commands = 0;
  let isOver = false;
  const commanding = (async () => {
    for (const command of commandsFor(person)) {
      await runCommand(world, world.shop, command);
      commands += 1;
      if (isOver) return;
    }
  })();
  return {
    hasDone: async (some) => {
      while (commands < some) await Promise.race([commanding, sleep(100)]);
    },
    erase: () => runCommand(world, world.shop, { args: ['customer', 'erase', person().id, '--yes'] }),
    stop: async () => {
      isOver = true;
      await commanding;
      const { done, odd, refused } = await work.stop();
      return { odd, erased, measured: { changes: done, 'refused by a rule': refused.length, commands, erased: erased.length } };
    },
  };
}

/** Whatever in a copy still has the number of an erased customer. */
function knownOf(erased, records) {
  return erased.flatMap(({ id, phone }) =>
    records
      .filter((record) => JSON.stringify(record).includes(phone))
      .map((record) => `the copy has the number of the erased customer ${id} in ${record.kind} ${record.id}`),
  );
}

/** Half of the kills and releases. */
async function disturb(copying, row, { kills, betweenMs, rolls }) {
  const rolling = (async () => {
    for (let n = 0; n < rolls / 2; n += 1) {
      await row.stopOne();
      await row.start();
    }
  })();
  for (let n = 0; n < kills / 2; n += 1) {
    await sleep(randomInt(betweenMs / 4, betweenMs));
    await copying.kill();
    copying.start();
  }
  await rolling;
}
