import { ask, sameAnswer } from './ask.mjs';
import { callReads } from './call-scenarios.mjs';
import { inboxWrites } from './inbox-scenarios.mjs';
import { mediaReads } from './media-scenarios.mjs';
import { MOST_EVENTS } from './seed-events.mjs';
import { toolReads } from './tool-scenarios.mjs';

/**
 * The measured requests. `service` and `baseline` are the same request for each server. `scales` marks a request whose cost must
 * hardly grow with the table; `changes` marks one that writes as well. `least` is the least share of the baseline, if it is not
 * the usual one. `often` is a factor for the number of requests, because a round of a quick request would otherwise take only a
 * tenth of a second.
 */
export function scenarios(world) {
  const afterHalf = Math.min(world.rows, MOST_EVENTS) / 2;
  return [
    read('GET /me', '/api/v1/me', true, 10),
    read('lead by id', `/api/v1/leads/${world.leads[0]}`, true, 5),
    read('leads, page 1', '/api/v1/leads', true),
    read('leads, one status', '/api/v1/leads?status=new', true),
    deepLeads(world),
    write('lead create', 'POST', '/api/v1/leads', () => ({
      name: 'Dana Whitfield',
      email: 'dana@example.com',
      phone: '+16135550142',
    })),
    write(
      'lead patch',
      'PATCH',
      () => `/api/v1/leads/${world.leads[ticks]}`,
      () => ({ next_followup_at: new Date().toISOString().replace(/\d{3}Z/, `${tick()}Z`) }),
    ),
    read('tasks, page 1', '/api/v1/tasks', true),
    read('tasks, one assignee', `/api/v1/tasks?assigned_to=${world.assignee}`, true),
    read('tasks, deep page', `/api/v1/tasks?offset=${Math.floor(world.rows / 2)}`, false),
    read('vehicle by VIN', `/api/v1/vehicles?vin=${world.vin}`, true, 5),
    read('jobs, page 1', '/api/v1/jobs', true),
    read('job by id', `/api/v1/jobs/${world.job}`, true, 5),
    read('invoices, page 1', '/api/v1/invoices', true),
    read('quotes, page 1', '/api/v1/quotes', true),
    read('customers, page 1', '/api/v1/customers', true),
    read('customer by id', `/api/v1/customers/${world.customer}`, true, 5),
    read('appointments, page 1', '/api/v1/appointments', true),
    capability('services.list', '/api/v1/services/list', {}),
    capability('services.list, q', '/api/v1/services/list', { q: 'ceramic' }),
    capability('reviews.list', '/api/v1/reviews/list', {}),
    read('events, 25', `/api/v1/events?after=${afterHalf}&limit=25`, true),
    read('events, 100', `/api/v1/events?after=${afterHalf}&limit=100`, true),
    freeTimes(world),
    ...callReads(world, read),
    ...mediaReads(world),
    ...inbox(world),
    ...toolReads(world),
  ];
}

function inbox(world) {
  return [
    read('threads, page 1', '/api/v1/conversations', true),
    read('threads, unread', '/api/v1/conversations?unread=true', true),
    read('threads, q', '/api/v1/conversations?q=whitfield', true),
    read('thread by id', `/api/v1/conversations/${world.threads[0].id}`, true, 5),
    read('messages of a thread', `/api/v1/messages?conversation_id=${world.threads[0].id}`, true),
    capability('comms.list_conversations', '/api/v1/comms/list_conversations', {}),
    ...inboxWrites(world),
  ];
}

function read(name, path, scales, often = 1) {
  return { name, scales, often, service: { path }, baseline: { path }, check: (world) => sameAnswer(world, path) };
}

/**
 * The free times of a month. It lies beyond the other jobs, so the number of rows says nothing about its cost. An answer takes so
 * long that the service would refuse some of 32 requests at once: the last of them would wait too long.
 */
function freeTimes({ booking }) {
  const scenario = capability('booking.availability, a month', '/api/v1/booking/availability', booking);
  const request = { ...scenario.service, connections: 8 };
  return { ...scenario, scales: false, service: request, baseline: request };
}

/** Returns the scenario of a capability endpoint that reads, by POST. */
function capability(name, path, body) {
  const request = { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: () => JSON.stringify(body) };
  return {
    name,
    scales: true,
    service: request,
    baseline: request,
    check: (world) => sameAnswer(world, path, JSON.stringify(body)),
  };
}

/**
 * Returns the scenario of a deep page in the list of leads: the one after 200 pages, or the last one. Each server gets a cursor
 * of its own.
 */
export function deepLeads(world) {
  const scenario = { name: 'leads, deep cursor page', scales: false, service: {}, baseline: {} };
  scenario.check = async () => {
    for (const side of ['service', 'baseline']) {
      let path = '/api/v1/leads?limit=100';
      for (let page = 0; page < 200; page += 1) {
        const { meta } = await ask(world, world[side], path);
        if (meta.next_cursor === null) break;
        path = `/api/v1/leads?cursor=${encodeURIComponent(meta.next_cursor)}`;
      }
      scenario[side].path = path;
    }
  };
  return scenario;
}

function write(name, method, path, make) {
  const request = { method, path, headers: { 'content-type': 'application/json' }, body: () => JSON.stringify(make()) };
  return { name, scales: false, least: 0.7, service: request, baseline: request };
}

let ticks = 0;
/** Returns three digits. Two calls in a row return different digits, so that every patch changes the record. */
function tick() {
  ticks = (ticks + 1) % 1000;
  return String(ticks).padStart(3, '0');
}
