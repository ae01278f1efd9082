import { ask, sameAnswer } from './ask.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Returns the measured requests. `service` and `baseline` are the same request for each server. `least` is the least share of the
 * bare server. `often` is a factor for the number of requests, because a round of a quick request would otherwise take only a tenth
 * of a second. `check` compares the two answers.
 */
export async function scenarios(world) {
  return [
    read(world, 'GET /me', 0.3, '/api/v1/me', 10),
    read(world, 'lead by id', 0.85, `/api/v1/leads/${world.leads[0]}`, 5),
    read(world, 'leads page', 0.95, '/api/v1/leads'),
    await deepLeads(world),
    read(world, 'leads by status', 1.05, '/api/v1/leads?status=new'),
    read(world, 'tasks with an exact total', 2, '/api/v1/tasks'),
    servicesFound(world),
    write('lead create', 0.65, 'POST', '/api/v1/leads', () => ({
      name: 'Dana Whitfield',
      email: 'dana@example.com',
      phone: '+16135550142',
    })),
    write(
      'lead patch',
      0.35,
      'PATCH',
      () => `/api/v1/leads/${world.leads[ticks]}`,
      () => ({ next_followup_at: new Date().toISOString().replace(/\d{3}Z/, `${tick()}Z`) }),
    ),
  ];
}

function read(world, name, least, path, often = 1) {
  return { name, least, often, service: { path }, baseline: { path }, check: () => sameAnswer(world, path) };
}

/** The page after 20,000 leads, or the last full one. Each server gets a cursor of its own. */
async function deepLeads(world) {
  const [service, baseline] = await Promise.all(
    [world.service, world.baseline].map(async (server) => {
      let cursor = '';
      for (let page = 0; page < 200; page += 1) {
        const { meta } = await ask(world, server, `/api/v1/leads?limit=100${cursor}`);
        if (meta.next_cursor === null) break;
        cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
      }
      return { path: `/api/v1/leads?limit=25${cursor}` };
    }),
  );
  return { name: 'leads, deep cursor page', least: 0.9, service, baseline };
}

function servicesFound(world) {
  const [path, body] = ['/api/v1/services/list', JSON.stringify({ q: 'ceramic' })];
  const request = { method: 'POST', path, headers: JSON_TYPE, body: () => body };
  const check = () => sameAnswer(world, path, body);
  return { name: 'services.list by q', least: 1, service: request, baseline: request, check };
}

function write(name, least, method, path, make) {
  const request = { method, path, headers: JSON_TYPE, body: () => JSON.stringify(make()) };
  return { name, least, service: request, baseline: request };
}

let ticks = 0;
/** Returns three digits. Two calls in a row return different digits, so that every patch changes the record. */
function tick() {
  ticks = (ticks + 1) % 1000;
  return String(ticks).padStart(3, '0');
}
