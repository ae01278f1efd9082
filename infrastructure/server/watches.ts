import type { ClosingStack } from './process-life.js';

const EVERY_MS = 60_000;

/** Something that is looked at while the service runs. */
interface Watch {
  look(): Promise<void>;
}

/** Looks now, and then each minute until the service stops. */
export async function watch(watches: readonly Watch[], closing: ClosingStack, everyMs = EVERY_MS): Promise<void> {
  const lookAtAll = async (): Promise<void> => {
    await Promise.all(watches.map((each) => each.look()));
  };
  await lookAtAll();
  const timer = setInterval(() => void lookAtAll(), everyMs);
  closing.push(() => {
    clearInterval(timer);
    return Promise.resolve();
  });
}
