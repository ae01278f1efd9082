import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { posted } from './texting.mjs';

const HUGE_BYTES = 10_000_000;
/** The huge endpoint redirects the first try of every tenth event. */
const REDIRECTED = 10;
/** the settings of a service that may deliver to endpoints of this machine */
export const TO_THIS_MACHINE = { ALLOW_PRIVATE_WEBHOOKS: 'on' };

/**
 * Starts one HTTP server for each of these endpoints, and subscribes it to `lead.created`. The servers note every request.
 * `fast` accepts at once, `broken` answers 500 until `mend` is called, `hanging` never answers, `resetting` cuts the connection,
 * and `huge` answers 10 MB, or with a redirect to the fast one.
 * @param api `{ url, token }` of the service
 */
export async function openEndpoints(names, api, note) {
  const state = { mended: false, followed: '', redirected: new Set(), heard: 0 };
  const servers = [];
  const endpoints = [];
  for (const name of names) {
    const endpoint = { name, id: '', secret: '' };
    const server = createServer((request, response) => void receive(request, response, endpoint, state, note));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    endpoints.push(endpoint);
    const url = `http://127.0.0.1:${server.address().port}`;
    if (name === 'fast') state.followed = `${url}/followed`;
    const { data } = await posted(api, '/api/v1/webhooks', { url: `${url}/hook`, events: ['lead.created'] });
    Object.assign(endpoint, { id: data.id, secret: data.secret });
  }
  return {
    /** the ids of the subscriptions of these endpoints */
    idsOf: (some) => endpoints.filter(({ name }) => some.includes(name)).map(({ id }) => id),
    mend: () => (state.mended = true),
    close: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

async function receive(request, response, { name, secret }, state, note) {
  const at = Date.now();
  let body = '';
  try {
    for await (const piece of request.setEncoding('utf8')) body += piece;
  } catch {
    return; // the sender was killed before it had sent everything, so nothing has arrived
  }
  const event = JSON.parse(body);
  const status = statusOf(name, event, state);
  const endpoint = request.url === '/followed' ? 'followed' : name;
  note('arrivals', {
    endpoint,
    event: request.headers['webhook-id'],
    record: event.data.id,
    at,
    status,
    signed: isSigned(secret, body, request.headers),
  });
  answer(response, name, status, state);
}

function statusOf(name, { id }, state) {
  switch (name) {
    case 'broken':
      return state.mended ? 200 : 500;
    case 'hanging':
    case 'resetting':
      return 0;
    case 'huge': {
      if (state.redirected.has(id)) return 200;
      state.redirected.add(id);
      state.heard += 1;
      return state.heard % REDIRECTED === 0 ? 302 : 200;
    }
    default:
      return 204;
  }
}

function answer(response, name, status, { followed }) {
  if (name === 'resetting') response.socket.resetAndDestroy();
  else if (status === 302) response.writeHead(302, { location: followed }).end();
  else if (name === 'huge') response.writeHead(200, { 'content-length': String(HUGE_BYTES) }).end(Buffer.alloc(HUGE_BYTES, 'x'));
  else if (status !== 0) response.writeHead(status).end();
}

function isSigned(secret, body, headers) {
  try {
    return new Webhook(secret).verify(body, headers) !== null;
  } catch {
    return false;
  }
}
