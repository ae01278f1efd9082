import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Calls a webhook of the service as Twilio does: path and query are sent letter by letter, which `fetch` does not do.
 * @param signature null: none is sent
 */
export async function callWebhook(
  url: string,
  signature: string | null,
  parameters: readonly (readonly [string, string])[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { hostname, port, origin } = new URL(url);
  const form = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
  const sent = request({
    method: 'POST',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: url.slice(origin.length),
    agent: false,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
      ...(signature !== null && { 'x-twilio-signature': signature }),
      ...headers,
    },
  });
  // An error after the answer is ignored: the service may close the connection before it has read all of a form.
  const answered = once(sent, 'response');
  sent.on('error', () => undefined);
  sent.end(form);
  const [response] = (await answered) as [IncomingMessage]; // the event has this one argument
  const { statusCode = 0 } = response;
  const answer = new Headers();
  for (const [name, value] of Object.entries(response.headers)) answer.set(name, String(value));
  const body = await text(response);
  return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: answer });
}
