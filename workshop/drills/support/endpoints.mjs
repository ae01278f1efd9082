import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { posted } from '../../harness/load.mjs';
import { listen } from '../../harness/servers.mjs';

const HUGE_BYTES = 10_000_000;
/** The huge endpoint redirects the first try of every tenth event. */
const REDIRECTED = 10;

/**
 * Starts one HTTP server for each of these endpoints, and subscribes it to `lead.created`. The servers note every request.
 * `fast` accepts at once, `broken` answers 500 until `mend` is called, `hanging` never answers, `resetting` cuts the connection,
 * and `huge` answers 10 MB, or with a redirect to the fast one.
 */
export async function openEndpoints(names, api, note) {
  const state = { mended: false, followed: '', redirected: new Set(), heard: 0 };
  const endpoints = [];
  for (const name of names) {
    const endpoint = { name, id: '', secret: '' };
    const server = await listen((request, response) => void receive(request, response, endpoint, state, note));
    if (name === 'fast') state.followed = `${server.url}/followed`;
    const { data } = await posted(api, '/api/v1/webhooks', { url: `${server.url}/hook`, events: ['lead.created'] });
    endpoints.push(Object.assign(endpoint, { server, id: data.id, secret: data.secret }));
  }
  return {
    /** the ids of the subscriptions of these endpoints */
    idsOf: (some) => endpoints.filter(({ name }) => some.includes(name)).map(({ id }) => id),
    mend: () => (state.mended = true),
    close: () => endpoints.forEach(({ server }) => server.close()),
  };
}

async function receive(request, response, { name, secret }, state, note) {
  const at = Date.now();
  const body = await text(request).catch(() => null);
  if (body === null) return; // the sender was killed before it had sent everything, so nothing has arrived
  const { id: record } = JSON.parse(body).data;
  const status = statusOf(name, JSON.parse(body), state);
  const endpoint = request.url === '/followed' ? 'followed' : name;
  const { headers } = request;
  note('arrivals', { endpoint, event: headers['webhook-id'], record, at, status, signed: isSigned(secret, body, headers) });
  if (name === 'resetting') response.socket.resetAndDestroy();
  else if (status === 302) response.writeHead(302, { location: state.followed }).end();
  else if (name === 'huge') response.writeHead(200, { 'content-length': HUGE_BYTES }).end(Buffer.alloc(HUGE_BYTES, 'x'));
  else if (status !== 0) response.writeHead(status).end();
}

function statusOf(name, { id }, state) {
  if (name === 'broken') return state.mended ? 200 : 500;
  if (name === 'hanging' || name === 'resetting') return 0;
  if (name !== 'huge') return 204;
  if (state.redirected.has(id)) return 200;
  state.redirected.add(id);
  state.heard += 1;
  return state.heard % REDIRECTED === 0 ? 302 : 200;
}

function isSigned(secret, body, headers) {
  try {
    return new Webhook(secret).verify(body, headers) !== null;
  } catch {
    return false;
  }
}
