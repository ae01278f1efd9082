/** The needs of a key for an operation. A stricter need is a break. */
export function accessChanges(before, after) {
  if (!before || !after) return [];
  return [
    ...differing(before.scope, after.scope, after.scope !== 'read', (scope) => `needs a key with scope ${scope}`),
    ...differing(before.section, after.section, true, (section) => `needs a key with the section ${section}`),
    ...differing(before.feature, after.feature, true, (feature) => `needs the shop’s feature ${feature}`),
    // The budget of writes is the smaller one.
    ...differing(before.budget, after.budget, after.budget === 'write', (budget) => `counts against the ${budget} budget`),
  ];
}

function differing(old, now, stricter, says) {
  if (old === now) return [];
  if (now === undefined) return [{ breaking: false, text: `no longer ${says(old)}` }];
  return [{ breaking: stricter, text: old === undefined ? says(now) : `${says(now)}, which was ${old}` }];
}

const LIMITS = { requests: 'requests', readBudget: 'calls that read', writeBudget: 'calls that write' };

/** The calls in 60 seconds that a key has by default. 0: there is no limit. */
export function limitChanges(before, after) {
  return Object.entries(LIMITS).flatMap(([name, what]) => {
    const [old, now] = [before[name], after[name]];
    if (old === now) return [];
    return [
      { breaking: (now || Infinity) < (old || Infinity), text: `a key has ${now} ${what} in 60 seconds, which were ${old}` },
    ];
  });
}
