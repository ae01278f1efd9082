import { CLASHES, declared, escaped, quoted, readFields, taken } from './fields.mjs';
import { listed, readName, spelled } from './names.mjs';
import { refuseUnless } from './refusal.mjs';

const TYPES = ['text', 'email', 'phone', 'int', 'money', 'flag', 'instant'];
/** The types of fields by which a person is found: how the person is given, and the condition on the column. */
const PERSONS = {
  customers: ['customer', (name) => `t.${name} = \${parameter(customer)}`],
  email: ['emails', (name) => `\${isOneOf('t.${name}', emails, parameter)}`],
  phone: ['numbers', (name) => `\${isOneOf('t.${name}', numbers, parameter)}`],
};

/**
 * Reads the flags of `new area`.
 * @param time the time of the migration, in milliseconds
 * @returns the values of the templates
 */
export function readArea(name, flags, checkout, time) {
  const area = readName(name, 'an area');
  const record = readName(flags.record, 'a record');
  const states = (flags.states?.split(',') ?? []).map((state) => readName(state, 'a state', { reservedBy: [] }).snake);
  requireFree({ area, record }, checkout);
  const places = { section: checkout.section(flags.section), feature: checkout.feature(flags.feature) };
  const fields = readAreaFields({ ...flags, states }, record, checkout);
  const due = flags.due === undefined ? {} : fields.at(-1);
  return {
    ...{ ...spelled('records', area), ...spelled('record', record), ...places, time: String(time) },
    ...{ about: escaped(flags.about ?? `The shop’s ${area.text}.`), ...stateValues(readMoves(states, flags.moves ?? [])) },
    ...{ ...fieldValues(fields), ...personValues(fields, flags.impersonal) },
    ...{ due: due.name, 'due key': due.key, 'due is optional': due.optional, changes: states.length > 0 || due.name },
  };
}

function requireFree({ area, record }, checkout) {
  const isPlural = area.snake !== record.snake;
  refuseUnless(isPlural, 'the area is named in the plural, and --record in the singular: loaners, --record loaner.');
  const isNew = !checkout.areas.has(area.snake);
  refuseUnless(isNew, `there is an area ${area.snake} already. \`npm run new -- operation\` adds to it.`);
  for (const layer of ['domain', 'application/areas', 'adapters/areas']) {
    const folder = `${layer}/${area.kebab}`;
    refuseUnless(!checkout.has(folder), `${folder} is there already. Take another name for the area.`);
  }
  const path = `/${area.kebab}`;
  const advice = '. Take another name for the area.';
  for (const method of ['get', 'post']) checkout.requireFree(method, path, advice);
  for (const method of ['get', 'patch']) checkout.requireFree(method, `${path}/:id`, advice);
  const isFree = !checkout.sharedIds.has(`${record.pascal}Id`) && !checkout.records.has(record.camel);
  refuseUnless(isFree, `there is a record ${record.snake} already. Take another name for --record.`);
}

/** The field of --due comes last. */
function readAreaFields({ field: given, due, states }, record, checkout) {
  refuseUnless(given, 'a record needs at least one --field, such as name:text.');
  const clashes = {
    ...{ ...CLASHES, ...(states.length > 0 && { status: 'the state of --states' }) },
    ...(due !== undefined && { due_at: 'the time of --due', handled_at: 'the time when the work of --due was done' }),
  };
  // `customer` is another word for `customers`.
  const flags = given.map((flag) => flag.replace(/:customer(?=$|=)/, ':customers'));
  const areas = [...checkout.areas.keys()];
  const all = readFields(due === undefined ? flags : [...flags, `${due}:instant`], TYPES, { clashes, areas });
  const referred = all.flatMap(({ area }) => area ?? []);
  const twice = referred.find((area, index) => referred.indexOf(area) < index);
  refuseUnless(!twice, `one field at most refers to ${twice}.`);
  return all.map((field) => ({
    ...field,
    ...(field.values && { Type: `${record.pascal}${field.pascal}`, list: `${record.constant}_${field.constant}_VALUES` }),
    ...(field.area && referenceOf(field, checkout)),
  }));
}

/** How the records of another area are found, and how the tests name one of them. */
function referenceOf({ area, optional }, checkout) {
  const place = checkout.areas.get(area);
  const { id, idFrom, port, camel: target, snake, text, article, table, adapter } = checkout.referredRecord(place);
  const listedBy = checkout.listedBy(area);
  return {
    ...{
      Type: id,
      Port: port.name,
      port: port.key,
      limit: listedBy,
      source: listedBy || `description: 'The id of ${article} ${text}.'`,
    },
    ...{
      'id file': idFrom.replace('../../../domain/', ''),
      'port file': `${place.folder}/${place.kebab}.js`,
      adapter,
      portSource: port,
    },
    ...{ target, 'target name': text, target_name: snake, 'target table': table, example: target, row: target },
    ...(optional ? { stored: 'null', safe: '' } : { stored: `records.${target} as ${id}`, safe: 'an id of a record' }),
  };
}

/** @returns for each state the states that it can move to */
function readMoves(states, flags) {
  refuseUnless(states.length !== 1, '--states has at least two states, the first one of which a new record has: available,lent.');
  refuseUnless(new Set(states).size === states.length, '--states names a state twice.');
  const moves = new Map(states.map((state) => [state, []]));
  for (const flag of flags) {
    const [from, to = ''] = flag.split(':');
    const targets = to.split(',').filter((one) => one !== '');
    refuseUnless(states.length > 0, '--moves needs --states, such as available,lent,retired.');
    const areStates = [from, ...targets].every((state) => moves.has(state));
    refuseUnless(areStates, `--moves is written from:to,to with states of --states (${listed(states)}), not ${flag}.`);
    refuseUnless(targets.length > 0 && !targets.includes(from), `--moves ${flag} says no other state: write from:to,to.`);
    moves.get(from).push(...targets);
  }
  const [first, second] = states;
  const isMoving = states.length === 0 || moves.get(first).length > 0;
  refuseUnless(isMoving, `a new record is ${first}, so --moves must say where it can move: --moves ${first}:${second}.`);
  return moves;
}

function stateValues(moves) {
  const [names, targets] = [[...moves.keys()], [...moves.values()]];
  return {
    states: names.map((state, index) => ({ state, targets: targets[index].map(quoted).join(', ') })),
    ...{ 'first state': names[0], 'next state': targets[0]?.[0], 'state list': names.map(quoted).join(', ') },
    final: targets.some((to) => to.length === 0), // a move to a state without a way back is destructive
  };
}

function fieldValues(all) {
  const fields = all.map((field) => ({ ...field, ...declarationsOf(field), taken: taken(field) }));
  const references = fields.filter(({ area }) => area);
  const needed = references.filter(({ optional }) => !optional);
  return {
    ...{ fields, references, needed, money: fields.some(({ money }) => money) },
    ...{ choices: fields.filter(({ values }) => values), 'own fields': fields.filter(({ area }) => !area) },
    ...{
      free: fields.filter(({ optional }) => optional),
      texts: fields.filter(({ column, values }) => column === 'text' && !values),
    },
    targets: references.map(({ target }) => target).join(', '),
    'needed records': needed.map(({ target }) => quoted(target)).join(' | '),
  };
}

/** The declarations of a field in an input and in a view. In a view, addresses and numbers are texts, as they are stored. */
function declarationsOf(field) {
  const isText = ['Text', 'Email', 'Phone'].includes(field.decorator);
  const example = isText ? [`example: ${field.example}`] : [];
  const shown = { ...field, decorator: isText ? 'Text' : field.decorator, limit: undefined, optional: false };
  return {
    'in input': declared(field, example),
    'in view': declared(shown, [...(field.optional ? ['nullable: true'] : []), ...example]),
    'column name': field.renamed || field.column === 'instant' ? quoted(field.name) : '',
  };
}

/** The values for the rows about a person, whom `shop-ops customer erase` erases. */
function personValues(fields, impersonal = false) {
  const found = fields.flatMap((field) => {
    const [person, condition] = PERSONS[field.area ?? field.typeName] ?? [];
    return person ? [{ person, condition: condition(field.name), written: `${field.name}:${field.typeName}` }] : [];
  });
  refuseUnless(
    impersonal || found.length > 0,
    'does a record say something about a person? Then give it a field customer_id:customers, so that `shop-ops customer erase` ' +
      'finds it. If not, add --impersonal.',
  );
  const denied = '--impersonal says that no field tells anything about a person, but';
  refuseUnless(!impersonal || found.length === 0, `${denied} ${found[0]?.written} does. Leave one of them out.`);
  const conditions = found.map(({ condition }) => condition).join(' or ');
  // The linter wants no template around a single expression.
  const isAlone = found.length === 1 && conditions.startsWith('${');
  return {
    personal: !impersonal,
    persons: [...new Set(found.map(({ person }) => person))].sort().join(', '),
    'about a person': isAlone ? conditions.slice('${'.length, -1) : `\`${conditions}\``,
  };
}
