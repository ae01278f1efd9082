import { Agent, request } from 'node:http';
import { listen, until } from '../../harness/servers.mjs';

/** The milliseconds between two checks of `/readyz`. */
const ASK_EVERY_MS = 250;

/**
 * A minimal load balancer. It keeps connections to the instances, and sends requests only to instances that are ready. It never
 * repeats a request. If an instance does not answer, the client gets a 502.
 */
export async function openProxy() {
  const instances = new Map();
  let turn = 0;
  const { url, server, close } = await listen((incoming, outgoing) => {
    const ready = [...instances.values()].filter((instance) => instance.ready);
    const instance = ready[(turn += 1) % ready.length];
    if (instance) passOn(instance, incoming, outgoing);
    else outgoing.writeHead(503).end('no instance is ready');
  });
  server.keepAliveTimeout = 0; // no timeout: the drill tests the connections to the instances, not those to this proxy
  const asking = setInterval(() => instances.forEach(ask), ASK_EVERY_MS);
  return {
    url,
    /** Adds an instance. Resolves when the instance is ready. */
    add: async (address) => {
      const instance = { url: address, ready: false, agent: new Agent({ keepAlive: true }) };
      await until(() => ask(instance), Infinity, 0);
      instances.set(address, instance);
    },
    remove: (address) => {
      instances.get(address)?.agent.destroy();
      instances.delete(address);
    },
    close: () => {
      clearInterval(asking);
      close();
    },
  };
}

function passOn({ url, agent }, incoming, outgoing) {
  const { method, url: path, headers } = incoming;
  const onward = request(url + path, { method, headers: { ...headers, connection: 'keep-alive' }, agent }, (answer) => {
    const { connection: _, 'keep-alive': __, ...others } = answer.headers; // these headers belong to the instance's connection
    outgoing.writeHead(answer.statusCode, others);
    answer.pipe(outgoing);
  });
  onward.on('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502).end(error.message);
    else outgoing.destroy();
  });
  incoming.pipe(onward);
}

async function ask(instance) {
  instance.ready = await fetch(`${instance.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  return instance.ready;
}
