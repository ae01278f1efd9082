import { withEntry, withImport, withLineAbove, withLineBelow } from '../source.mjs';
import { adapterSource } from './adapter.mjs';
import { recordSource } from './domain.mjs';
import { listSource, searchSource } from './lists.mjs';
import { erasureSource, kindSource, migrationSource, storageSource, tableSource } from './persistence.mjs';
import { areaSource, eventsSource, portSource, viewSource } from './port.mjs';
import { builderSource, cursorListEntry, hintsEntry, neededCustomer, samplesSource } from './test-support.mjs';
import { testsSource } from './tests.mjs';
import { createSource, getSource, moveSource } from './verbs.mjs';

/** Makes the files of an area, and its lines in existing files. */
export function writeArea(spec, changes) {
  const { area, record, states, personal, time } = spec;
  const folders = [`domain/${area.kebab}`, `application/areas/${area.kebab}`, `adapters/areas/${area.kebab}`];
  const [domain, application, persistence] = folders;
  changes.create(`${domain}/${record.kebab}.ts`, recordSource(spec));
  changes.create(`${application}/${area.kebab}.ts`, portSource(spec));
  changes.create(`${application}/${record.kebab}.view.ts`, viewSource(spec));
  changes.create(`${application}/${record.kebab}.events.ts`, eventsSource(spec));
  changes.create(`${application}/create-${record.kebab}.ts`, createSource(spec));
  changes.create(`${application}/get-${record.kebab}.ts`, getSource(spec));
  if (states.length > 0) changes.create(`${application}/move-${record.kebab}.ts`, moveSource(spec));
  changes.create(`${application}/search-${area.kebab}.ts`, searchSource(spec));
  changes.create(`${application}/list-${area.kebab}.ts`, listSource(spec));
  changes.create(`${application}/area.ts`, areaSource(spec));
  changes.create(`adapters/migrations/${time}-${area.kebab}.ts`, migrationSource(spec));
  changes.create(`${persistence}/${record.kebab}.table.ts`, tableSource(spec));
  changes.create(`${persistence}/${record.kebab}.kind.ts`, kindSource(spec));
  changes.create(`${persistence}/postgres-${area.kebab}.ts`, adapterSource(spec));
  if (personal) changes.create(`${persistence}/${record.kebab}.erasure.ts`, erasureSource(spec));
  changes.create(`${persistence}/storage.ts`, storageSource(spec));
  changes.create(`tests/support/builders/a-${record.kebab}.ts`, builderSource(spec));
  changes.create(`tests/support/samples/${area.kebab}.ts`, samplesSource(spec));
  changes.create(`tests/areas/${area.kebab}/${area.kebab}.test.ts`, testsSource(spec));
  addLines(spec, changes);
}

/** Adds the area's lines to the lists of the service and of its tests. */
function addLines(spec, changes) {
  const { area, record, states } = spec;
  const { camel: loaner, pascal: Loaner } = record;
  const listing = (file, opening, entry, name, from) =>
    changes.edit(file, (text) => withEntry(name ? withImport(text, name, from) : text, opening, entry, file));
  listing(
    'application/areas/areas.ts',
    'export const areas = [',
    `${area.camel}Area`,
    `${area.camel}Area`,
    `./${area.kebab}/area.js`,
  );
  listing(
    'adapters/areas/storages.ts',
    'storages: readonly Storage[] = [',
    `${area.camel}Storage`,
    `${area.camel}Storage`,
    `./${area.kebab}/storage.js`,
  );
  const samples = `${area.camel}Samples`;
  listing(
    'tests/support/samples.ts',
    '(records: ShopRecords) => Sample>> = {',
    `...${samples}`,
    samples,
    `./samples/${area.kebab}.js`,
  );
  listing('tests/support/cursor-lists.ts', 'CURSOR_LISTS: readonly CursorList[] = [', cursorListEntry(spec));
  listing('tests/machine/architecture/event-catalogue.test.ts', 'readonly previous: boolean }>> = {', kindsOf(spec));
  if (states.length > 0)
    listing('tests/machine/mcp/tool-descriptions.test.ts', "Omit<Hints, 'readOnlyHint'>>> = {", hintsEntry(spec));
  const records = 'tests/support/records.ts';
  const owner = neededCustomer(spec) ? ', { id: customer }' : '';
  const made = `  const { id: ${loaner} } = await aStored${Loaner}(service, shop${owner});`;
  changes.edit(records, (text) => {
    const imported = withImport(text, `aStored${Loaner}`, `./builders/a-${record.kebab}.js`);
    const declared = withLineBelow(imported, 'export interface ShopRecords {', `  readonly ${loaner}: string;`, records);
    return withLineBelow(
      withLineAbove(declared, '  return {\n    lead,', made, records),
      '  return {\n    lead,',
      `    ${loaner},`,
      records,
    );
  });
}

/** The entries of the kinds of events in the test of the catalogue. */
function kindsOf({ area, record, states }) {
  const created = `  '${record.snake}.created': { by: '${area.snake}.create', previous: false }`;
  return states.length > 0 ? `${created},\n  '${record.snake}.moved': { by: '${area.snake}.move', previous: true }` : created;
}
