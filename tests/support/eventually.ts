import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is as wanted. Returns the last answer, also if that takes longer than `withinMs`. */
export async function eventually<T>(ask: () => Promise<T> | T, wanted: (answer: T) => boolean, withinMs = 10_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > end) return answer;
    await sleep(20);
  }
}
