import { FairLine } from './fair-line.js';

const line = new FairLine<() => void>();
let isWaiting = false;

/**
 * Resolves in a turn of the event loop in which no other work of the background begins. Much work is often ready at one moment. If
 * it began at once, the turn would be long, and a request would wait for its end, several times in a row. Shops take turns.
 */
export function oneATurn(party: string): Promise<void> {
  return new Promise((resolve) => {
    line.push(party, resolve);
    if (!isWaiting) setImmediate(next);
    isWaiting = true;
  });
}

function next(): void {
  line.shift()?.();
  isWaiting = line.length > 0;
  if (isWaiting) setImmediate(next);
}
