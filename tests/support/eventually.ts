import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again until the answer is as wanted, and returns it. After `withinMs` it returns the last answer, even if it is not as
 * wanted. That is a little before a test's own limit of time, because the answer says more about a failure.
 */
export async function eventually<T>(ask: () => Promise<T> | T, wanted: (answer: T) => boolean, withinMs = 25_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > end) return answer;
    await sleep(20);
  }
}
