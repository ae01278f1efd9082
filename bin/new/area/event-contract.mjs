/** A kind of event whose envelope is that of every kind. */
const ANY = 'lead.created';

/** Adds the kinds of a new record to the contract of events, `docs/event-contract.json`. */
export function extendedContract(text, { record, fields, states }) {
  const contract = JSON.parse(text);
  const [before, after] = envelope(contract[ANY]);
  const data = {
    'data.id': 'string',
    ...Object.fromEntries(
      fields.map(({ name, is, optional }) => [`data.${name}`, `${is.schema ?? 'string'}${optional ? ' or null' : ''}`]),
    ),
    ...(states.length > 0 ? { 'data.status': 'string' } : {}),
    'data.created_at': 'string',
  };
  const created = { ...before, ...data, ...after };
  const moved = { ...before, ...data, 'data.previous': 'object', ...after };
  return JSON.stringify({
    ...contract,
    [`${record.snake}.created`]: created,
    ...(states.length > 0 ? { [`${record.snake}.moved`]: moved } : {}),
  });
}

/** The properties of an event before those of its record, and after them. */
function envelope(kind) {
  const entries = Object.entries(kind);
  const first = entries.findIndex(([path]) => path.startsWith('data.'));
  const rest = entries.slice(first).findIndex(([path]) => !path.startsWith('data.')) + first;
  return [Object.fromEntries(entries.slice(0, first)), Object.fromEntries(entries.slice(rest))];
}
