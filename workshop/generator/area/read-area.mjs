import { CLASHES, readFields } from '../fields.mjs';
import { listed, readName } from '../names.mjs';
import { refuseUnless } from '../refusal.mjs';

const TYPES = ['text', 'email', 'phone', 'int', 'money', 'flag', 'instant', 'customer'];

/** Reads the flags of `new area`. @param time the time of the migration, in milliseconds */
export function readArea(name, flags, checkout, time) {
  const area = readName(name, 'an area');
  const record = readName(flags.record, 'a record');
  const states =
    flags.states === undefined
      ? []
      : flags.states.split(',').map((state) => readName(state, 'a state', { reservedBy: [] }).snake);
  refuseUnless(
    area.snake !== record.snake,
    `the area is named in the plural, and --record in the singular: loaners, --record loaner.`,
  );
  requireFree({ area, record }, checkout);
  const places = { section: checkout.section(flags.section), feature: checkout.feature(flags.feature) };
  refuseUnless(flags.field, 'a record needs at least one --field, such as name:text.');
  const fields = readFields(flags.field, TYPES, {
    clashes: states.length > 0 ? { ...CLASHES, status: 'the state of --states' } : CLASHES,
  }).map((field) => ({
    ...field,
    list: `${record.constant}_${field.constant}_VALUES`,
    type: `${record.pascal}${field.pascal}`,
  }));
  const customer = fields.find(({ typeName }) => typeName === 'customer');
  refuseUnless(fields.filter(({ typeName }) => typeName === 'customer').length < 2, 'one field at most is a customer.');
  return {
    area,
    record,
    fields,
    customer,
    money: fields.some(({ typeName }) => typeName === 'money'),
    states,
    moves: readMoves(states, flags.moves ?? []),
    about: flags.about ?? `The shop’s ${area.text}.`,
    ...places,
    personal: isPersonal(fields, flags.impersonal),
    time,
  };
}

function requireFree({ area, record }, checkout) {
  const { areas, sharedIds, records } = checkout;
  refuseUnless(!areas.has(area.snake), `there is an area ${area.snake} already. \`npm run new -- operation\` adds to it.`);
  for (const folder of ['domain', 'application/areas', 'adapters/areas'])
    refuseUnless(
      !checkout.has(`${folder}/${area.kebab}`),
      `${folder}/${area.kebab} is there already. Take another name for the area.`,
    );
  for (const [method, path] of [
    ['get', ''],
    ['post', ''],
    ['get', '/:id'],
    ['patch', '/:id'],
  ])
    requireFreeRoute(method, `/${area.kebab}${path}`, checkout);
  refuseUnless(
    !sharedIds.has(`${record.pascal}Id`) && !records.has(record.camel),
    `there is a record ${record.snake} already. Take another name for --record.`,
  );
}

function requireFreeRoute(method, path, checkout) {
  const other = checkout.operationAt(method, path);
  refuseUnless(!other, `${other} answers ${method.toUpperCase()} ${path} already. Take another name for the area.`);
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
    for (const state of [from, ...targets])
      refuseUnless(moves.has(state), `--moves is written from:to,to with states of --states (${listed(states)}), not ${flag}.`);
    refuseUnless(targets.length > 0 && !targets.includes(from), `--moves ${flag} says no other state: write from:to,to.`);
    moves.get(from).push(...targets);
  }
  refuseUnless(
    states.length === 0 || moves.get(states[0]).length > 0,
    `a new record is ${states[0]}, so --moves must say where it can move: --moves ${states[0]}:${states[1]}.`,
  );
  return moves;
}

/** Tells whether an erased customer's data can stand in the records. */
function isPersonal(fields, impersonal = false) {
  const found = fields.find(({ typeName }) => ['customer', 'email', 'phone'].includes(typeName));
  refuseUnless(
    impersonal || found,
    'does a record say something about a person? Then give it a field customer_id:customer, so that `shop-ops customer erase` ' +
      'finds it. If not, add --impersonal.',
  );
  refuseUnless(
    !impersonal || !found,
    `--impersonal says that no field tells anything about a person, but ${found?.name}:${found?.typeName} does. Leave one of them out.`,
  );
  return !impersonal;
}

/** `a new loaner`, for messages and titles. */
export function aRecord({ record }) {
  return `${record.article} ${record.text}`;
}
