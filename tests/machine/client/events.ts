import type { FeedEvent } from '../../../client/source/shop-operations.js';

/** The next events that a follower tells, as many as are wanted. It stays where it is, so that others follow. */
export async function next(events: AsyncGenerator<FeedEvent>, count: number): Promise<FeedEvent[]> {
  const found: FeedEvent[] = [];
  while (found.length < count) {
    const { value, done } = await events.next();
    if (done === true) break;
    found.push(value);
  }
  return found;
}
