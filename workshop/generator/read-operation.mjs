import { CLASHES, declared, idTypeOf, quoted, readFields, taken } from './fields.mjs';
import { capitalized, listed, namesOf, readName, spelled, thirdPerson } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

const KINDS = ['read', 'list', 'change', 'write'];
const INPUTS = ['text', 'email', 'phone', 'int', 'money', 'flag', 'instant', 'uuid'];
const SHOWN = ['text', 'int', 'flag', 'instant'];
/** An id that no record has, for a field whose kind of record no sample has. */
const UNKNOWN = "'018f0000-0000-7000-8000-00000000000a'";
/** The longest description that stands on one line. */
const LINE = 110;

/** Reads the flags of `new operation`. */
export function readOperation(name, flags, checkout) {
  const [areaName, verbName, ...rest] = name.split('.');
  const isName = verbName && rest.length === 0 && !name.includes('-');
  const example = 'such as tasks.workload or comms.clean_up';
  refuseUnless(isName, `an operation is named <area>.<verb>, ${example}, not ${JSON.stringify(name)}.`);
  const area = readName(areaName, 'an area');
  const verb = readName(verbName, 'a verb', { reservedBy: [] });
  const place = checkout.areas.get(area.snake);
  const areas = listed([...checkout.areas.keys()]);
  refuseUnless(place, `there is no area ${area.snake}, but ${areas}. \`npm run new -- area\` makes one.`);
  refuseUnless(!checkout.operations.has(name), `there is an operation ${name} already.`);
  const { kind, shows } = readKind(flags);
  const places = placesOf(kind, { area, verb }, flags, checkout);
  const record = recordOf(kind, places, place, checkout);
  const file = readName(flags.file ?? fileOf(kind, verb, record, area), 'a file');
  const fields = readInputs(flags, record, checkout);
  const both = fields.find((field) => shows.some((shown) => shown.name === field.name));
  refuseUnless(!both, `${both?.name} is both a --field and shown.`);
  const { folder } = place;
  const spec = { name, kind, folder, place, area, file, record, fields, shows, port: checkout.portOf(place), ...places };
  return { ...spec, values: { ...valuesOf(spec, checkout.listedBy(area.snake)), ...testValues(spec) } };
}

function readKind(flags) {
  const kinds = KINDS.filter((kind) => flags[kind]);
  const all = '--read, --list, --change (of a record) and --write (anything else)';
  refuseUnless(kinds.length === 1, `say what the operation does by one of ${all}.`);
  const shows = readFields(flags.shows ?? [], SHOWN, { clashes: {}, reservedBy: ['TypeScript'] });
  for (const { name, typeName, optional } of shows)
    refuseUnless(typeName !== 'instant' || optional, `an instant that is shown can be null at first: ${name}?:instant.`);
  const kind = kinds[0] === 'read' && shows.length === 0 ? 'get' : kinds[0];
  refuseUnless(kind !== 'write' || shows.length > 0, 'say what the answer of --write has: --shows done:flag.');
  const isPlain = shows.length === 0 && !flags.field && !flags.section && flags.route !== false;
  const others = 'it takes no --field, --shows, --section and --no-route.';
  refuseUnless(kind !== 'list' || isPlain, `--list writes a list by cursor, only on REST and without filters: ${others}`);
  refuseUnless(kind !== 'change' || shows.length === 0, '--change answers with the record, so it takes no --shows.');
  return { kind, shows: shows.map(shownField) };
}

/** A field of the answer. `blank` is its value until there is a rule. */
function shownField(field) {
  const { constant, optional, typeName, example, json, limit } = field;
  const options = [...(optional ? ['nullable: true'] : []), `description: '${field.label}.'`];
  const list = `${constant}_VALUES`;
  return {
    ...{ ...field, list, Any: capitalized(json), blank: optional ? 'null' : ({ int: '0', flag: 'false' }[typeName] ?? example) },
    'in view': declared({ ...field, list, limit: typeName === 'int' ? limit : undefined, optional: false }, options),
  };
}

/** Reads where the operation is served: its capability and its route. */
function placesOf(kind, { area, verb }, flags, checkout) {
  const section = flags.section === undefined ? null : checkout.section(flags.section);
  const feature = checkout.feature(flags.feature);
  refuseUnless(section || !feature, '--feature belongs to a capability: it needs --section.');
  const reading = section ? 'get' : 'read';
  const isNamed = kind !== 'get' || verb.snake === reading;
  refuseUnless(
    isNamed,
    `--read without --shows reads a record. Then the operation is named ${area.snake}.${reading}. For what it computes, give --shows.`,
  );
  const plain = `/${area.kebab}/${verb.kebab}`;
  // With a capability, the plain path is that of the capability endpoint.
  const standard = {
    ...{ read: plain, list: plain, write: section ? null : plain },
    ...{ get: `/${area.kebab}/:id`, change: `/${area.kebab}/:id/${verb.kebab}` },
  }[kind];
  const path = flags.route === false ? null : typeof flags.route === 'string' ? flags.route : standard;
  const isPath = path === null || /^(?:\/(?:[a-z][a-z0-9-]*|:id))+$/.test(path);
  refuseUnless(isPath, `--route is a path such as ${plain}.`);
  refuseUnless(path || section, 'with --no-route the operation needs a --section, or nobody could call it.');
  const method = ['read', 'get', 'list'].includes(kind) ? 'get' : 'post';
  if (path) checkout.requireFree(method, path, ': give --no-route or another --route.');
  const onRecord = kind === 'get' || kind === 'change' || (path ?? '').includes(':id');
  refuseUnless(
    kind !== 'list' || !onRecord,
    '--list writes a list of the shop. One of a record is like that of read-lead-timeline.ts.',
  );
  const fits = path === null || onRecord === path.includes('/:id');
  refuseUnless(fits, `the route of an operation on one record has its id: ${standard}.`);
  return { section, feature, path, method, onRecord };
}

function recordOf(kind, { onRecord }, place, checkout) {
  if (kind === 'change') return checkout.recordBy('change(shop, id, change)', place);
  if (kind === 'list') return checkout.storedRecord(place);
  return onRecord ? checkout.recordBy('find(shop, id)', place) : null;
}

/** The file's name begins with the verb. A name that is no verb gets one. */
function fileOf(kind, verb, record, area) {
  if (kind === 'get') return `${verb.kebab}-${record.kebab}`;
  if (kind === 'list') return `list-${verb.kebab}`;
  if (verb.kebab.includes('-')) return verb.kebab;
  return kind === 'read' ? `read-${verb.kebab}` : `${verb.kebab}-${(record ?? area).kebab}`;
}

function readInputs(flags, record, { sharedIds, records }) {
  const clashes = { ...CLASHES, ...(record && { [record.camel]: 'a variable of the written code' }) };
  return readFields(flags.field ?? [], INPUTS, { clashes }).map((field) => {
    const list = `${field.constant}_VALUES`;
    if (field.typeName !== 'uuid') return { ...field, list, 'in test': field.example };
    const { type, record: referred } = idTypeOf(field.name, sharedIds) ?? {};
    const known = records.has(referred) ? referred : null;
    const ofTests = { known, example: known ?? UNKNOWN, 'in test': known ? `records.${known}` : UNKNOWN };
    return { ...field, list, ...ofTests, Type: type ?? 'string', shared: type };
  });
}

/** The values of the templates of the operation. */
function valuesOf({ name, kind, folder, area, file, port, record, fields, shows, ...places }, listedBy) {
  const { section, path, method, onRecord } = places;
  const describe = ({ label }) => [`description: ${quoted(`${label}.`)}`];
  const source = listedBy || (section ? `description: 'The id of the ${record?.text}.'` : '');
  const domain = record?.from?.replace('../../../domain/', '../').replace(`../${area.kebab}/`, './');
  return {
    ...{ ...spelled('area', area), ...spelled('operation', file), ...(record && spelled('record', record)), ...places, folder },
    ...{ 'record file': record?.from, 'record file in domain': domain, 'Record id': record?.id, 'id file': record?.idFrom },
    ...{ 'area.verb': name, events: record?.events, Port: port?.name ?? '', port: port?.key, 'on record': onRecord },
    ...{ scope: kind === 'write' ? 'full' : 'read', budget: method === 'get' ? 'read' : 'write' },
    'id in input': `@${path ? 'PathId' : 'Uuid'}(${source && `{ ${source} }`})`,
    fields: fields.map((field) => ({ ...field, 'in input': declared(field, describe(field)), taken: taken(field) })),
    shows,
    ...{ ids: fields.filter(({ shared }) => shared), choices: [...fields, ...shows].filter(({ values }) => values) },
    Result: kind === 'read' && file.words.length > 1 ? namesOf(file.words.slice(1).join('_')).pascal : `${file.pascal}Result`,
    description: descriptionOf(kind, file, record),
  };
}

/** The description: four sentences, as a capability needs them. */
function descriptionOf(kind, file, record) {
  const what = capitalized([thirdPerson(file.words[0]), ...file.words.slice(1)].join(' '));
  const does = { get: `Reads one ${record?.text} of the shop`, change: `Changes one ${record?.text} of the shop` }[kind] ?? what;
  const repetition = { change: 'changes nothing', write: 'does it again' }[kind] ?? 'reads anew';
  const first = `${does}. Nobody is contacted. A repetition ${repetition}.`;
  const refuses = `Refuses ${record ? `an \`id\` that no ${record.text} has` : 'a field of another type'}.`;
  const isShort = first.length + refuses.length < LINE;
  return isShort ? quoted(`${first} ${refuses}`) : `${quoted(`${first} `)} + ${quoted(refuses)}`;
}

/** The values of the templates of the operation's tests and of its sample. */
function testValues({ name, kind, method, path, record, onRecord, fields }) {
  const key = onRecord ? record.camel : null;
  const inputs = [...(onRecord ? [`id: records.${key}`] : []), ...(fields.length > 0 ? ['...input()'] : [])].join(', ');
  const given = inputs === '...input()' ? 'input()' : `{ ${inputs} }`;
  const ids = fields.filter(({ typeName }) => typeName === 'uuid');
  const records = new Set([...(onRecord ? [key] : []), ...fields.flatMap(({ known }) => known ?? [])]);
  const ofRecord = kind === 'get' || kind === 'change';
  return {
    ...{ METHOD: method.toUpperCase(), reads: method === 'get', 'is list': kind === 'list', 'of record': ofRecord },
    ...{ 'path with id': path?.replace(':id', '${id}'), quote: onRecord ? '`' : "'" },
    'only texts': fields.every(({ json }) => json === 'string'),
    'tool call': `await shop.${method === 'get' ? 'read' : 'full'}.tool('${name}', ${given})`,
    'shown records': [...records].join(', '),
    ...{ 'uses records': records.size > 0, 'id in body': onRecord && !path },
    ...{ references: onRecord || ids.length > 0, 'ids in sample': ids },
  };
}
