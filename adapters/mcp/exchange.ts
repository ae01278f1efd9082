import {
  PerRequestHTTPServerTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
} from '@modelcontextprotocol/server';

/** Lets a server object answer this one request, which has a revision of the protocol before 2026-07-28, or names none. */
export async function exchange(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: (message: JSONRPCMessage) => {
        if (!('method' in message)) resolve(message);
        return Promise.resolve();
      },
      onmessage: (_message: JSONRPCMessage): void => undefined,
    };
    server.connect(transport).then(() => {
      transport.onmessage(request);
    }, reject);
  });
}

/**
 * Lets a server object answer this one request, which has revision 2026-07-28. The SDK's own transport tells the server object
 * the revision. The SDK's HTTP handler is not used, because it would make a Request and a Response, which cost more than the call
 * (bench: tool call, 2026-07-28).
 * @returns null when the server object refused the request before a handler saw it
 */
export async function modernExchange(server: Server, revision: string, request: JSONRPCRequest): Promise<JSONRPCMessage | null> {
  const transport = new OneReply(revision);
  await server.connect(transport);
  return transport.replyTo(request);
}

class OneReply extends PerRequestHTTPServerTransport {
  private settle: (message: JSONRPCMessage | null) => void = () => undefined;
  private isDelivered = false;

  constructor(private readonly revision: string) {
    super({ classification: { era: 'modern', revision } });
  }

  replyTo(request: JSONRPCRequest): Promise<JSONRPCMessage | null> {
    return new Promise((resolve) => {
      this.settle = resolve;
      this.onmessage?.(request, { classification: { era: 'modern', revision: this.revision } });
      this.isDelivered = true;
    });
  }

  /**
   * The server object runs a handler only after `onmessage` has returned. A reply before that does not come from a handler: it is
   * a refusal, and `replyTo` gives null.
   */
  override send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.settle(this.isDelivered ? message : null);
    return Promise.resolve();
  }
}
