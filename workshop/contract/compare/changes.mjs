export const breaks = (text) => ({ breaking: true, text });
export const adds = (text) => ({ breaking: false, text });

/**
 * Compares the members of two objects by their names.
 * @param gone, fresh, kept return the changes of a member that only the first object has, only the second, or both
 */
export function compared(olds, news, { gone, fresh, kept }) {
  return Object.keys({ ...olds, ...news }).flatMap((name) => {
    if (!Object.hasOwn(news, name)) return gone(name, olds[name]);
    return Object.hasOwn(olds, name) ? kept(name, olds[name], news[name]) : fresh(name, news[name]);
  });
}

/** The change of a text that must stay. */
export function textChanges(what, old, now) {
  return old === now ? [] : [breaks(`${what} was ${old} and is ${now}`)];
}

/** A path as people write it: `data[].price`. */
export function pathText(path) {
  return path.join('.').replaceAll('.[]', '[]');
}

/** The needs of a key for an operation. A stricter need is a break. */
export function accessChanges(before, after) {
  if (!before || !after) return [];
  const differing = (part, isStricter, says) => {
    const [old, now] = [before[part], after[part]];
    if (old === now) return [];
    if (now === undefined) return [adds(`no longer ${says(old)}`)];
    return [{ breaking: isStricter, text: old === undefined ? says(now) : `${says(now)}, which was ${old}` }];
  };
  return [
    ...differing('scope', after.scope !== 'read', (scope) => `needs a key with scope ${scope}`),
    ...differing('section', true, (section) => `needs a key with the section ${section}`),
    ...differing('feature', true, (feature) => `needs the shop’s feature ${feature}`),
    // The budget of writes is the smaller one.
    ...differing('budget', after.budget === 'write', (budget) => `counts against the ${budget} budget`),
  ];
}
