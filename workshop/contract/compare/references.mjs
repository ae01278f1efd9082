/** Follows a reference within a document: `#/components/schemas/Lead`. */
export function resolved(part, root) {
  const seen = new Set();
  let now = part;
  while (now?.$ref !== undefined) {
    if (seen.has(now.$ref)) throw new Error(`${now.$ref} refers to itself`);
    seen.add(now.$ref);
    now = target(now, root);
  }
  return now;
}

function target({ $ref, ...beside }, root) {
  const steps = $ref.replace(/^#\/?/, '').split('/').filter(Boolean);
  const found = steps.reduce((at, step) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  if (found === undefined) throw new Error(`${$ref} refers to nothing`);
  return Object.keys(beside).length === 0 ? found : { allOf: [found, beside] };
}

/**
 * Returns the references to components that are the same in both documents, with all that they refer to. Most components are, and
 * many endpoints refer to them: nothing behind these references must be compared.
 */
export function sameReferences(before, after) {
  const olds = componentsOf(before);
  const same = new Map([...componentsOf(after)].filter(([reference, text]) => olds.get(reference) === text));
  const isSame = (text) => [...text.matchAll(/"\$ref":"([^"]+)"/g)].every(([, reference]) => same.has(reference));
  let size;
  do {
    size = same.size;
    for (const [reference, text] of same) if (!isSame(text)) same.delete(reference);
  } while (same.size < size);
  return new Set(same.keys());
}

function componentsOf({ components }) {
  const texts = ([group, parts]) =>
    Object.entries(parts).map(([name, part]) => [`#/components/${group}/${name}`, JSON.stringify(part)]);
  return new Map(Object.entries(components).flatMap(texts));
}

/** True if both parts are the same reference to a component that is the same in both documents. */
export function isUnchanged(old, now, { same }) {
  return old.$ref !== undefined && old.$ref === now.$ref && (same?.has(old.$ref) ?? false);
}
