/** The keywords that are a limit, with the bound that allows everything. */
export const BOUNDS = {
  maximum: Infinity,
  exclusiveMaximum: Infinity,
  maxLength: Infinity,
  maxItems: Infinity,
  maxProperties: Infinity,
  minimum: -Infinity,
  exclusiveMinimum: -Infinity,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
};

/** True for a limit that allows less when it is smaller. */
function isUpper(keyword) {
  return BOUNDS[keyword] === Infinity;
}

export function tighter(keyword, one, other) {
  return isUpper(keyword) ? Math.min(one, other) : Math.max(one, other);
}

/** The changes of a schema's limits: a limit that allows less is narrower. */
export function boundChanges(before, after) {
  return Object.entries(BOUNDS).flatMap(([keyword, none]) => {
    const [old, now] = [before[keyword] ?? none, after[keyword] ?? none];
    if (old === now) return [];
    const effect = tighter(keyword, old, now) === now ? 'narrower' : 'wider';
    if (old === none) return [{ effect, text: `has the new limit ${keyword} ${now}` }];
    return [
      { effect, text: now === none ? `no longer has the limit ${keyword} ${old}` : `has ${keyword} ${now}, which was ${old}` },
    ];
  });
}
