import { Tally } from '../../harness/report.mjs';
import { startLoad } from '../../harness/load.mjs';
import { TO_THIS_MACHINE, watchEvents } from './events.mjs';
import { openProxy } from './proxy.mjs';

/** Returns the request with this number of a load on leads. Every third request writes. */
export function leadRequest(number) {
  if (number % 3 > 0) return { path: '/api/v1/leads?limit=5' };
  return { method: 'POST', path: '/api/v1/leads', body: { name: `Lead ${number}` } };
}

/**
 * Lets the database store without waiting for the disk. When a disk is slow for seconds, requests fail, and the drill would take
 * this for a fault of the stop.
 */
export function spareTheDisk({ sql }) {
  return sql.rows(`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
}

/** Instances behind a proxy, of which one takes the place of another. */
export async function openRow(world, env) {
  const proxy = await openProxy();
  const instances = [];
  return {
    url: proxy.url,
    close: proxy.close,
    start: async ({ env: more = {}, main } = {}) => {
      const instance = await world.startInstance({ ...env, ...more }, main);
      await proxy.add(instance.url);
      instances.push(instance);
    },
    /** Stops the oldest instance. Returns how many milliseconds this took. */
    stopOne: async () => {
      const leaving = instances.shift();
      const began = performance.now();
      await leaving.stop();
      proxy.remove(leaving.url);
      return performance.now() - began;
    },
  };
}

/**
 * Starts two instances behind a proxy, and sends requests to them while the drill replaces them, one after the other.
 * @param form `{ perSecond, settleMs, env }` and the rules of event-history.mjs. `env` are settings of all instances
 * @param next returns the request with a number. Those with a body that has a name create leads
 * @param version what the instances begin with: `{ env, main }`, both optional
 */
export async function openRolled(world, form, next, version) {
  await spareTheDisk(world);
  const row = await openRow(world, { ...TO_THIS_MACHINE, STOP_PAUSE: '2', ...form.env });
  await Promise.all([row.start(version), row.start(version)]);
  const events = await watchEvents(world, { url: () => row.url, token: () => world.token });
  const failed = new Tally();
  const load = startLoad(
    { url: row.url, token: world.token },
    {
      perSecond: () => form.perSecond,
      next,
      heard: ({ sent, status, text }) => {
        const name = sent.body?.name;
        const record = status === 201 ? JSON.parse(text).data.id : null;
        if (name) events.note('changes', { name, status, record, at: Date.now(), tries: 1 });
        if (status !== 200 && status !== 201) failed.add(`${sent.method ?? 'GET'} ${sent.path}: ${status} ${text.slice(0, 80)}`);
      },
    },
  );
  return {
    /** Stops the oldest instance, and starts one of this version in its place. */
    replaceOne: async (by) => {
      await row.stopOne();
      await row.start(by);
    },
    /** Ends the load, waits for the deliveries, closes the world, and judges what happened. */
    conclude: async () => {
      const { sent } = await load.stop();
      const { measured, broken } = await events.conclude(form, failed.lines());
      row.close();
      return { measured: { requests: sent, ...measured }, broken };
    },
  };
}
