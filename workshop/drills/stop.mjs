import { startLoad } from '../harness/load.mjs';
import { Tally } from '../harness/report.mjs';
import { openWorld } from '../harness/world.mjs';
import { checkHistory, countOf } from './support/answers.mjs';
import { leadRequest, openRow, spareTheDisk } from './support/rolled.mjs';

export const promise = 'P6';
export const about = 'two instances behind a proxy that keeps connections are replaced one after the other: no request fails';
export const planted = 'instances shut their door without a pause (STOP_PAUSE=0), and a stored lead counts as refused';

/** `fine`: the answers that are no fault. A busy machine refuses some requests, and in the short form other work runs beside. */
export const FULL = { rolls: 20, perSecond: 300, fine: [200, 201] };
export const SHORT = { rolls: 1, perSecond: 60, fine: [200, 201, 503] };
const LONGEST_STOP_MS = 10_000;

export async function run({ form, plant, databaseUrl }) {
  const world = await openWorld(databaseUrl);
  await spareTheDisk(world);
  const row = await openRow(world, { STOP_PAUSE: plant ? '0' : '2' });
  await Promise.all([row.start(), row.start()]);
  const [failed, created] = [new Tally(), new Map()];
  const load = startLoad(
    { url: row.url, token: world.token },
    {
      perSecond: () => form.perSecond,
      next: leadRequest,
      heard: ({ sent, status, text }) => {
        // 502 is the proxy's own answer when the instance gave none.
        if (sent.body) created.set(sent.body.name, { status: status === 502 ? 0 : status, text });
        if (!form.fine.includes(status)) failed.add(`${sent.method ?? 'GET'}: ${status} ${text.slice(0, 80)}`);
      },
    },
  );
  let longest = 0;
  // A wrong stop breaks a request only by chance. Twenty stops are enough to see the planted fault.
  const rolls = plant ? FULL.rolls : form.rolls;
  for (let roll = 0; roll < rolls && !(plant && failed.times.size > 0); roll += 1) {
    await row.start();
    longest = Math.max(longest, Math.round(await row.stopOne()));
  }
  const { sent } = await load.stop();
  if (plant) created.set([...created].find(([, { status }]) => status === 201)[0], { status: 503, text: 'nothing changed' });
  const acknowledged = countOf([...created.values()], 201);
  return {
    measured: { rolls, requests: sent, 'leads acknowledged': acknowledged, 'longest stop, ms': longest },
    broken: [
      ...failed.lines(),
      ...(await checkHistory(world.sql, created)),
      longest > LONGEST_STOP_MS && `a stop took ${longest} ms`,
    ],
  };
}
