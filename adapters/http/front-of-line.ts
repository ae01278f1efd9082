import { InvalidRequest } from '../../domain/shared/errors.js';
import type { RequestContext } from './request-context.js';

/**
 * Waits until all earlier answers on the connection are sent. A client may send requests before it has the answers to earlier
 * ones, and an answer that waits for another one should hold no open file. While it waits, the request is not work in progress.
 * @throws InvalidRequest when the connection is closed; Overloaded when too many other requests have begun meanwhile
 */
export async function frontOfLine(context: RequestContext): Promise<void> {
  const { request, response, workload } = context;
  const isFirst = (): boolean => response.socket !== null;
  if (isFirst()) return;
  const waits = performance.now();
  workload.pause(context, waits);
  await new Promise<void>((resolve) => {
    response.once('socket', resolve); // Node gives an answer the socket when it is the first of its connection
    request.once('close', resolve);
  });
  if (!isFirst()) throw new InvalidRequest('the client closed the connection');
  const now = performance.now();
  context.due += now - waits;
  await workload.begin(context, now);
}
