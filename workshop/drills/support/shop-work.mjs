import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../harness/load.mjs';
import { Tally } from '../../harness/report.mjs';

/** A client repeats its request after this time, and after these answers: none, its first one still runs, the service is away. */
const [AGAIN_MS, AGAIN] = [200, [0, 502, 503]];
/** What a client may be answered. 404 is a record that was erased meanwhile, 409 and 422 what the rules of the shop refuse. */
const USUAL = [200, 201, 404, 409, 422];

const any = (list) => list[randomInt(list.length)];
const STAGES = ['scheduled', 'in_progress', 'curing', 'qa', 'ready', 'completed', 'canceled'];
const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'quoted', 'won', 'lost', 'cold'];

/** Everything that the staff of a shop does to its records by the API. A change is `[method, path, body]`. */
const CHANGES = [
  ({ n }) => ['POST', '/leads', { name: `Lead ${n}`, notes: `Note ${n}`, metadata: { round: `${n}` } }],
  ({ leads }) => ['PATCH', `/leads/${any(leads)}`, { status: any(LEAD_STATUSES) }],
  ({ leads, n }) => ['PATCH', `/leads/${any(leads)}`, { source: `Source ${n}`, next_followup_at: new Date().toISOString() }],
  ({ n }) => ['PUT', `/leads/by-external-id/drill-${n % 7}`, { name: `Put ${n}` }],
  ({ n }) => ['POST', '/customers', { name: `Customer ${n}`, email: `customer-${n}@example.com` }],
  ({ customers, n }) => ['PATCH', `/customers/${any(customers)}`, { city: `City ${n}`, metadata: { round: `${n}` } }],
  ({ customers, n }) => ['POST', '/vehicles', { customer_id: any(customers), make: 'HONDA', model: `Model ${n}` }],
  ({ vehicles, n }) => ['PATCH', `/vehicles/${any(vehicles)}`, { mileage: n, color: `color ${n}` }],
  ({ n, customers }) => ['POST', '/tasks', { title: `Task ${n}`, customer_id: any(customers) }],
  ({ tasks }) => ['POST', `/tasks/${any(tasks)}`, any([{ complete: true }, { reopen: true }, { cancel: true }])],
  ({ tasks, n }) => ['POST', `/tasks/${any(tasks)}`, any([{ title: `Title ${n}` }, { metadata: { round: `${n}` } }])],
  ({ conversations }) => [
    'POST',
    `/conversations/${any(conversations)}`,
    any([{ pin: true }, { unpin: true }, { mark_read: true }]),
  ],
  ({ conversations }) => ['POST', `/conversations/${any(conversations)}`, any([{ mark_done: true }, { mark_open: true }])],
  ({ conversations, n }) => ['POST', '/messages', { conversation: any(conversations), body: `Text ${n}` }],
  ({ jobs }) => ['PATCH', `/jobs/${any(jobs)}`, { stage: any(STAGES) }],
  ({ jobs, n }) => ['PATCH', `/jobs/${any(jobs)}`, { metadata: { round: `${n}` } }],
  ({ services, n }) => ['POST', '/services/update_price', { id: any(services), base_price: 10 + (n % 90) }],
  ({ services }) => ['POST', '/services/set_online', { id: any(services), bookable: any([true, false]) }],
  ({ staff, n }) => ['POST', '/staff/update', { id: any(staff), name: `Teammate ${n}` }],
];
const CHANGED = ['leads', 'customers', 'vehicles', 'tasks', 'conversations', 'jobs', 'services', 'staff'];

/** Works in a shop until it is stopped. @param idsOf returns the ids of the records of a kind */
export async function startWork(api, { clients, pauseMs }, idsOf) {
  const known = Object.fromEntries(await Promise.all(CHANGED.map(async (kind) => [kind, await idsOf(kind)])));
  const [odd, refused] = [new Tally(), new Tally()];
  let done = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      done += 1;
      const [method, path, body] = CHANGES[done % CHANGES.length]({ ...known, n: done });
      const headers = { 'idempotency-key': randomUUID() };
      let answer;
      do {
        if (answer) await sleep(AGAIN_MS);
        answer = await call(api, method, `/api/v1${path}`, body, headers);
      } while (AGAIN.includes(answer.status));
      const what = `${method} ${path.split('/')[1]}: ${answer.status} ${answer.text.slice(0, 120)}`;
      if (!USUAL.includes(answer.status)) odd.add(what);
      else if (answer.status > 201) refused.add(what);
      await sleep(pauseMs);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, work));
  return {
    /** Returns how many changes were asked for, and the answers that a client should never get. */
    stop: async () => {
      isOver = true;
      await working;
      return { done, odd: odd.lines(), refused: refused.lines() };
    },
  };
}
