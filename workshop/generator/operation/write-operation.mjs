import { withEntry, withImport } from '../source.mjs';
import { computingSource } from './computing.mjs';
import { addList, listingSource } from './listing.mjs';
import { changingSource, gettingSource, ruleSource } from './on-record.mjs';
import { hintsEntry, sampleEntry, samplesFile } from './samples.mjs';
import { testsSource } from './tests.mjs';

const SOURCES = {
  list: listingSource,
  read: computingSource,
  write: computingSource,
  get: gettingSource,
  change: changingSource,
};

/** Makes the files of an operation, and its lines in existing files. */
export function writeOperation(spec, changes, checkout) {
  const { area, folder, file, kind, section } = spec;
  changes.create(`application/areas/${folder}/${file.kebab}.ts`, SOURCES[kind](spec));
  if (kind === 'change') changes.create(`domain/${area.kebab}/${file.kebab}.ts`, ruleSource(spec));
  if (kind === 'list') addList(spec, changes);
  if (kind === 'change') keepCauses(spec, changes, checkout);
  const list = `application/areas/${folder}/area.ts`;
  changes.edit(list, (text) => inArea(withImport(text, file.camel, `./${file.kebab}.js`), file.camel, list));
  addSample(spec, changes, checkout);
  const hints = 'tests/machine/mcp/tool-descriptions.test.ts';
  if (section !== undefined && (kind === 'change' || kind === 'write'))
    changes.edit(hints, (text) => withEntry(text, "Omit<Hints, 'readOnlyHint'>>> = {", hintsEntry(spec), hints));
  changes.create(`tests/areas/${folder}/${file.kebab}.test.ts`, testsSource(spec));
}

/** One kind of event with its description. */
const KIND = /'([\w.]+)': \{((?:'(?:\\.|[^'\\])*'|[^'{}])*)\}/g;

/**
 * The example of an event names the first operation of its area that announces events. If there was none, no operation causes the
 * events that the area has, and the new operation does not either.
 */
function keepCauses({ folder }, changes, checkout) {
  const others = [...checkout.operations.values()].filter((file) => file.startsWith(`application/areas/${folder}/`));
  const announces = (file) => !file.includes('/create-') && /needs: \[[^\]]*\bAnnouncer\b/.test(checkout.read(file));
  if (others.some(announces)) return;
  for (const file of checkout.filesIn(`application/areas/${folder}`).filter((one) => one.endsWith('.events.ts')))
    changes.edit(file, (text) => text.replaceAll(KIND, (whole, kind, description) => withoutCause(whole, kind, description)));
}

function withoutCause(whole, kind, description) {
  if (kind.endsWith('.created') || /causedBy|internal/.test(description)) return whole;
  return `'${kind}': {${description.trimEnd().replace(/,$/, '')}, causedBy: null }`;
}

/** Adds the operation to the list of its area. The first operation of an area makes the list. */
function inArea(text, name, file) {
  const before = text.includes('operations: [') ? text : text.replace(/^ {2}about: .*\n/m, '$&  operations: [],\n');
  return withEntry(before, 'operations: [', name, file);
}

/** Adds the sample to the area's file of samples, and makes this file if there is none. */
function addSample(spec, changes, checkout) {
  const { area, folder } = spec;
  const entry = sampleEntry(spec);
  const file = `tests/support/samples/${folder}.ts`;
  const opening = 'Samples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {';
  if (checkout.has(file)) return changes.edit(file, (text) => withEntry(text, opening, entry, file));
  changes.create(file, samplesFile(spec, entry));
  const all = 'tests/support/samples.ts';
  const name = `${area.camel}Samples`;
  changes.edit(all, (text) =>
    withEntry(
      withImport(text, name, `./samples/${folder}.js`),
      'const samples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {',
      `...${name}`,
      all,
    ),
  );
}
