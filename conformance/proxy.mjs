import { createServer, request } from 'node:http';

/**
 * Starts a proxy on this machine that adds a key to each request, because the suite cannot send one. Everything else passes
 * unchanged, also `Host` and `Origin`, which the suite forges to see whether they are refused.
 * @returns the proxy's address, and a function that closes it
 */
export async function startProxy(target, token) {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const sent = request(target + url, { method, headers: { ...headers, authorization: `Bearer ${token}` } }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
