/** The length of a window of the limits. */
const WINDOW_MS = 60_000;

/**
 * Divides the answers of one key into the windows of its limit. A window begins with the first answer that is not in the window
 * before. The clients see an answer a little later than the service counted the request, so the windows are a little too late.
 * @param answers `{ at, status }` of one key, in the order of time
 * @returns `{ allowed, lost }` for each window: the requests that were served, and those that got no answer
 */
export function windowsOf(answers) {
  const windows = [];
  for (const { at, status } of answers) {
    if (windows.length === 0 || at >= windows.at(-1).ends) windows.push({ ends: at + WINDOW_MS, allowed: 0, lost: 0 });
    const window = windows.at(-1);
    if (status === 200) window.allowed += 1;
    else if (status !== 429) window.lost += 1;
  }
  return windows;
}

/**
 * Compares the windows of keys that asked for more than their limit with the limit. The last window is judged from above only,
 * because the drill ended in it. A request that got no answer may have been counted.
 * @param answers `{ key, at, status }`
 * @param rules `{ limit, mostOver, mostUnder }`: the limit, and by which share of it a window may miss it
 * @returns a text for each promise that was not kept
 */
export function judgeLimits(answers, { limit, mostOver, mostUnder }) {
  const keys = byKey([...answers].sort((one, other) => one.at - other.at));
  const broken = [];
  for (const [key, all] of keys) {
    const windows = windowsOf(all);
    windows.forEach(({ allowed, lost }, nth) => {
      if (allowed > limit * (1 + mostOver)) broken.push(`the key ${key} was served ${allowed} times in a window of ${limit}`);
      const isWhole = nth < windows.length - 1;
      if (isWhole && allowed + lost < limit * (1 - mostUnder))
        broken.push(`the key ${key} was served only ${allowed} times in a window of ${limit}`);
    });
  }
  return broken;
}

function byKey(answers) {
  const keys = new Map();
  for (const answer of answers) {
    if (!keys.has(answer.key)) keys.set(answer.key, []);
    keys.get(answer.key).push(answer);
  }
  return keys;
}
