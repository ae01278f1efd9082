import { createServer, request } from 'node:http';

/**
 * Starts a proxy on this machine that changes the headers of each request. Everything else passes unchanged.
 * @param target the address of the service
 * @param changed returns the headers to send, given those that came
 * @returns the proxy's address, and a function that closes it
 */
export async function startProxy(target, changed) {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const sent = request(target + url, { method, headers: changed(headers) }, (answer) => {
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
