/**
 * Returns the references to components that are the same in both documents, with all that they refer to. Most components are, and
 * many endpoints refer to them: nothing behind these references must be compared.
 */
export function sameReferences(before, after) {
  const olds = partsOf(before);
  const same = new Map([...partsOf(after)].filter(([reference, text]) => olds.get(reference) === text));
  const isSame = (text) => referencesIn(text).every((reference) => same.has(reference));
  let size;
  do {
    size = same.size;
    for (const [reference, text] of same) if (!isSame(text)) same.delete(reference);
  } while (same.size < size);
  return new Set(same.keys());
}

function partsOf({ components }) {
  return new Map(
    Object.entries(components).flatMap(([group, parts]) =>
      Object.entries(parts).map(([name, part]) => [`#/components/${group}/${name}`, JSON.stringify(part)]),
    ),
  );
}

function referencesIn(text) {
  return [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
}

/** True if both parts are the same reference to a component that is the same in both documents. */
export function isUnchanged(old, now, { same }) {
  return old.$ref !== undefined && old.$ref === now.$ref && (same?.has(old.$ref) ?? false);
}
