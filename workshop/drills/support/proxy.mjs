import { Agent, createServer, request } from 'node:http';

/** The milliseconds between two checks of `/readyz`. */
const ASK_EVERY_MS = 250;

/**
 * A minimal load balancer. It keeps connections to the instances, and sends requests only to instances that are ready. It never
 * repeats a request. If an instance does not answer, the client gets a 502.
 */
export async function openProxy() {
  const instances = new Map();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...instances.values()].filter((instance) => instance.ready);
    turn += 1;
    const instance = ready[turn % ready.length];
    if (!instance) {
      outgoing.writeHead(503).end('no instance is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request(
      instance.url + path,
      { method, headers: { ...headers, connection: 'keep-alive' }, agent: instance.agent },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...others } = answer.headers; // these headers belong to the instance's connection
        outgoing.writeHead(answer.statusCode, others);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502).end(error.message);
      else outgoing.destroy();
    });
    incoming.pipe(onward);
  });
  server.keepAliveTimeout = 0; // no timeout: the drill tests the connections to the instances, not those to this proxy
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asking = setInterval(() => {
    for (const instance of instances.values()) void ask(instance);
  }, ASK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Adds an instance. Resolves when the instance is ready. */
    add: async (url) => {
      const instance = { url, ready: false, agent: new Agent({ keepAlive: true }) };
      while (!instance.ready) await ask(instance);
      instances.set(url, instance);
    },
    remove: (url) => {
      instances.get(url)?.agent.destroy();
      instances.delete(url);
    },
    close: () => {
      clearInterval(asking);
      for (const { agent } of instances.values()) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function ask(instance) {
  instance.ready = await fetch(`${instance.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
