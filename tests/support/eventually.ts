import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is as wanted. After `withinMs` it returns the last answer, whatever that is. */
export async function eventually<T>(ask: () => Promise<T> | T, wanted: (answer: T) => boolean, withinMs = 10_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > end) return answer;
    await sleep(20);
  }
}
