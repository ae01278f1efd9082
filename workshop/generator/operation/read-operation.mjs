import { CLASHES, idTypeOf, readFields } from '../fields.mjs';
import { listed, namesOf, readName } from '../names.mjs';
import { refuseUnless } from '../refusal.mjs';
import { AreaRecord } from './area-record.mjs';
import { readListed } from './listing.mjs';

const KINDS = ['read', 'list', 'change', 'write'];
const INPUTS = ['text', 'email', 'phone', 'int', 'money', 'flag', 'instant', 'uuid'];
const SHOWN = ['text', 'int', 'flag', 'instant'];

/** Reads the flags of `new operation`. */
export function readOperation(name, flags, checkout) {
  const [areaName, verbName, ...rest] = name.split('.');
  refuseUnless(
    verbName && rest.length === 0 && !name.includes('-'),
    `an operation is named <area>.<verb>, such as tasks.workload or comms.clean_up, not ${JSON.stringify(name)}.`,
  );
  const area = readName(areaName, 'an area');
  const verb = readName(verbName, 'a verb', { reservedBy: [] });
  const folder = checkout.areas.get(area.snake);
  refuseUnless(
    folder,
    `there is no area ${area.snake}, but ${listed([...checkout.areas.keys()])}. \`npm run new -- area\` makes one.`,
  );
  refuseUnless(!checkout.operations.has(name), `there is an operation ${name} already.`);
  const kinds = KINDS.filter((kind) => flags[kind]);
  refuseUnless(
    kinds.length === 1,
    'say what the operation does by one of --read, --list, --change (of a record) and --write (anything else).',
  );
  const shows = readFields(flags.shows ?? [], SHOWN, { clashes: {}, reservedBy: ['TypeScript'] });
  for (const { name: one, typeName, optional } of shows)
    refuseUnless(typeName !== 'instant' || optional, `an instant that is shown can be null at first: ${one}?:instant.`);
  const kind = kinds[0] === 'read' && shows.length === 0 ? 'get' : kinds[0];
  refuseUnless(kind !== 'write' || shows.length > 0, 'say what the answer of --write has: --shows done:flag.');
  refuseUnless(
    kind !== 'list' || (shows.length === 0 && !flags.field && !flags.section && flags.route !== false),
    '--list writes a list by cursor, only on REST and without filters: it takes no --field, --shows, --section and --no-route.',
  );
  refuseUnless(kind !== 'change' || shows.length === 0, '--change answers with the record, so it takes no --shows.');
  const spec = { name, area, verb, folder, kind, shows, ...placesOf(kind, { area, verb }, flags, checkout) };
  return { ...spec, ...partsOf(spec, flags, checkout) };
}

/** Reads where the operation is served: its capability and its route. */
function placesOf(kind, { area, verb }, flags, checkout) {
  const section = flags.section === undefined ? undefined : checkout.section(flags.section);
  const feature = checkout.feature(flags.feature);
  refuseUnless(section !== undefined || feature === undefined, '--feature belongs to a capability: it needs --section.');
  const reading = section === undefined ? 'read' : 'get';
  refuseUnless(
    kind !== 'get' || verb.snake === reading,
    `--read without --shows reads a record. Then the operation is named ${area.snake}.${reading}.`,
  );
  const standard = {
    read: `/${area.kebab}/${verb.kebab}`,
    list: `/${area.kebab}/${verb.kebab}`,
    // With a capability, this path is that of the capability endpoint.
    write: section === undefined ? `/${area.kebab}/${verb.kebab}` : null,
    get: `/${area.kebab}/:id`,
    change: `/${area.kebab}/:id/${verb.kebab}`,
  };
  const path = flags.route === false ? null : typeof flags.route === 'string' ? flags.route : standard[kind];
  refuseUnless(
    path === null || /^(?:\/(?:[a-z][a-z0-9-]*|:id))+$/.test(path),
    `--route is a path such as /${area.kebab}/${verb.kebab}.`,
  );
  refuseUnless(
    path !== null || section !== undefined,
    'with --no-route the operation needs a --section, or nobody could call it.',
  );
  const method = ['read', 'get', 'list'].includes(kind) ? 'get' : 'post';
  const other = path === null ? undefined : checkout.operationAt(method, path);
  refuseUnless(!other, `${other} answers ${method.toUpperCase()} ${path} already: give --no-route or another --route.`);
  const onRecord = kind === 'get' || kind === 'change' || (path ?? '').includes(':id');
  refuseUnless(
    path === null || onRecord === path.includes('/:id'),
    `the route of an operation on one record has its id: ${standard[kind]}.`,
  );
  return { section, feature, path, onRecord };
}

/** Reads the fields, and finds the names of the file and of the classes, and the area's port and record. */
function partsOf({ area, verb, folder, kind, onRecord, shows }, flags, checkout) {
  const record = onRecord ? recordOf(kind, new AreaRecord(folder, checkout)) : null;
  const file = readName(flags.file ?? fileOf(kind, verb, record, area), 'a file');
  const pascal = file.pascal;
  const { sharedIds, records } = checkout;
  const fields = readFields(flags.field ?? [], INPUTS, {
    clashes: record ? { ...CLASHES, [record.key]: 'a variable of the written code' } : CLASHES,
  }).map((field) => {
    const known = field.typeName === 'uuid' ? idTypeOf(field.name, sharedIds) : null;
    const sample = known && records.has(known.record) ? known.record : null;
    return { ...field, id: known?.type, record: sample, list: `${field.constant}_VALUES`, type: field.pascal };
  });
  const shown = shows.map((field) => ({ ...field, list: `${field.constant}_VALUES`, type: field.pascal }));
  for (const { name } of fields)
    refuseUnless(
      shown.every((one) => one.name !== name),
      `${name} is both a --field and shown.`,
    );
  const result = kind === 'read' ? file.words.slice(1).join('_') : '';
  const tool = checkout.hasTool(`${area.snake}.list`) ? `${area.snake}.list` : null;
  const port = new AreaRecord(folder, checkout).port;
  return {
    record,
    file,
    pascal,
    fields,
    shows: shown,
    port,
    listed: kind === 'list' ? readListed(folder, port, checkout) : null,
    listedBy: tool,
    result: result ? namesOf(result).pascal : `${pascal}Result`,
  };
}

function recordOf(kind, area) {
  return kind === 'change' ? area.changed : area.found;
}

/** The file's name begins with the verb. A name that is no verb gets one. */
function fileOf(kind, verb, record, area) {
  if (kind === 'get') return `${verb.kebab}-${record.kebab}`;
  if (kind === 'list') return `list-${verb.kebab}`;
  if (verb.kebab.includes('-')) return verb.kebab;
  if (kind === 'read') return `read-${verb.kebab}`;
  return `${verb.kebab}-${record ? record.kebab : area.kebab}`;
}
