import { isDeepStrictEqual } from 'node:util';
import { KINDS } from './what-changed.mjs';

/** Fields that come from other records or are computed. Who keeps a copy has them from the copies of these records. */
const DERIVED = {
  tasks: ['overdue', 'conversation_label', 'assignee_name'],
  conversations: ['contact_name'],
  appointments: ['customer', 'vehicle'],
};
/** The kinds of which an erased record is told as gone, although the API goes on to answer what is left of it. */
const ERASABLE = ['customers', 'leads', 'conversations', 'messages'];
const SHOWN = 3;

/**
 * Compares a copy with what the API answers now.
 * @param since a time before the first erasure
 * @returns a text for each kind that differs
 */
export async function compare(api, copy, since) {
  const faults = [];
  for (const kind of KINDS) {
    const erased = new Set();
    if (ERASABLE.includes(kind))
      await api.export(kind, since, null, ({ rows }) => rows.forEach(({ id, deleted }) => deleted && erased.add(id)));
    const answered = new Map();
    await api.export(kind, null, null, ({ rows }) => rows.forEach((row) => answered.set(row.id, row)));
    const differing = differences(copy.recordsOf(kind), answered, DERIVED[kind] ?? []).filter(({ id }) => !erased.has(id));
    const shown = differing.slice(0, SHOWN).map(({ id, what }) => `${id} ${what}`);
    if (differing.length > 0) faults.push(`${differing.length} of ${answered.size} ${kind} differ: ${shown.join('; ')}`);
  }
  return faults;
}

export function differences(copied, answered, derived) {
  const ids = new Set([...copied.keys(), ...answered.keys()]);
  return [...ids].flatMap((id) => {
    const [copy, answer] = [copied.get(id), answered.get(id)];
    if (!copy) return [{ id, what: 'is missing' }];
    if (!answer) return [{ id, what: 'is in the copy only' }];
    const fields = Object.keys(answer).filter(
      (field) => !derived.includes(field) && !isDeepStrictEqual(copy[field], answer[field]),
    );
    const values = (record) => JSON.stringify(fields.map((field) => record[field])).slice(0, 200);
    return fields.length > 0 ? [{ id, what: `${fields.join(', ')}: ${values(copy)}, not ${values(answer)}` }] : [];
  });
}
