import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './calls.mjs';

const WAIT_SECONDS = 1;
const PAGE = 500;

/**
 * Follows the feed from its beginning, as a client does that must miss nothing: it goes on from the position that the last answer
 * gave, and asks another instance when one does not answer. It notes every event.
 * @param urlOf returns the address of an instance
 * @param tokenOf returns the key of the next request
 */
export function followFeed(urlOf, tokenOf, note) {
  let after = 0;
  let isOver = false;
  const odd = new Set();
  const reading = (async () => {
    for (;;) {
      const query = new URLSearchParams({ after, limit: PAGE, type: 'lead.created', wait: WAIT_SECONDS });
      const { status, text } = await call(urlOf(), tokenOf(), 'GET', `/api/v1/events?${query}`);
      if (status === 200) {
        const { data, meta } = JSON.parse(text);
        for (const { id, number, data: record } of data) note('feed', { event: id, number, record: record.id });
        after = meta.next_after;
        if (isOver && data.length === 0) return;
      } else {
        if (![0, 502, 503].includes(status)) odd.add(`the feed answered ${status} ${text.slice(0, 80)}`);
        await sleep(100);
      }
    }
  })();
  return {
    /** Reads to the end of the feed. Returns the answers that a reader should never get. */
    stop: async () => {
      isOver = true;
      await reading;
      return [...odd];
    },
  };
}
