/** The members of two objects by their names: `old` or `now` is undefined if only the other object has the name. */
export function pairsOf(olds, news) {
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
  return names.map((name) => ({ name, old: olds[name], now: news[name] }));
}

/** A path as people write it: `data[].price`. */
export function pathText(path) {
  return path.join('.').replaceAll('.[]', '[]');
}
