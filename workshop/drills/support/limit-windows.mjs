/** The length of a window of the limits. */
const WINDOW_MS = 60_000;

/**
 * Divides the answers of one key into the windows of its limit. A window begins with the first answer that is not in the window
 * before. The clients see an answer a little later than the service counted the request, so the windows are a little too late.
 * An outage of Redis ends a window, because each instance counts alone meanwhile, and a Redis that comes back empty counts anew.
 * @param answers `{ at, status }` of one key, in the order of time
 * @param outages `{ from, to }` of each time for which the instances may have been without Redis; answers in it are in no window
 * @returns `{ allowed, lost, isCut }` for each window: the requests that were served, those that got no answer, and whether an
 * outage ended the window
 */
export function windowsOf(answers, outages) {
  const windows = [];
  for (const { at, status } of answers) {
    if (outages.some(({ from, to }) => at >= from && at < to)) continue;
    if (windows.length === 0 || at >= windows.at(-1).ends) windows.push(windowFrom(at, outages));
    const window = windows.at(-1);
    if (status === 200) window.allowed += 1;
    else if (status !== 429) window.lost += 1;
  }
  return windows;
}

function windowFrom(at, outages) {
  const ends = at + WINDOW_MS;
  const cut = outages.find(({ from }) => from > at && from < ends);
  return { ends: cut?.from ?? ends, isCut: cut !== undefined, allowed: 0, lost: 0 };
}

/**
 * Compares the windows of keys that asked for more than their limit with the limit. A window that an outage or the drill's end
 * cut off is judged from above only. A request that got no answer may have been counted.
 * @param answers `{ key, at, status }`
 * @param rules `{ limit, mostOver, mostUnder, outages }`: the limit, by which share of it a window may miss it, and see
 * `windowsOf`
 * @returns a text for each promise that was not kept
 */
export function judgeLimits(answers, { limit, mostOver, mostUnder, outages }) {
  const keys = byKey([...answers].sort((one, other) => one.at - other.at));
  const broken = [];
  for (const [key, all] of keys) {
    const windows = windowsOf(all, outages);
    windows.forEach(({ allowed, lost, isCut }, nth) => {
      if (allowed > limit * (1 + mostOver)) broken.push(`the key ${key} was served ${allowed} times in a window of ${limit}`);
      const isWhole = !isCut && nth < windows.length - 1;
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
