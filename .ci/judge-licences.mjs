// Checks the packages of a CycloneDX list (on stdin): each must have a licence that may be shipped.
import { text } from 'node:stream/consumers';

/** These licences put no obligation on users of the service, or on code that is used together with a package. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

const { components } = JSON.parse(await text(process.stdin));
const counts = new Map();
for (const { name, version, licenses = [] } of components) {
  const named = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression);
  for (const licence of named) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  if (named.length > 0 && named.every((licence) => ALLOWED.has(licence))) continue;
  console.error(`${name} ${version}: ${named.join(', ') || 'no licence'} is not one of those allowed in .ci/judge-licences.mjs`);
  process.exitCode = 1;
}
console.log(`${components.length} packages: ${[...counts].map(([licence, count]) => `${licence} ${count}`).join(', ')}`);
if (components.length === 0) process.exitCode = 1;
