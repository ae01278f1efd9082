/** Answers by their questions. */
export type Answers = ReadonlyMap<string, string>;

/** A record of which an answer shows something else than before. */
export interface ChangedRecord {
  /** null: what has changed is in no record, such as a total */
  readonly id: string | null;
  readonly question: string;
  /** the ids of the records that it names, and those that the question names */
  readonly belongsTo: readonly string[];
}

/** An event as it is stored. */
export interface ToldEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A record in one answer: its own values, without those of the records within it. */
interface Shown {
  readonly id: string | null;
  readonly question: string;
  readonly values: string;
  /** the ids in the record, those of the records within it, too */
  readonly ids: readonly string[];
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The records that two answers to the same question show differently, and those that all answers of one time lack. A list in which a
 * record has another place, or is missing because of its page, has not changed it.
 */
export function changedRecords(before: Answers, after: Answers): ChangedRecord[] {
  const [old, now] = [shownIn(before), shownIn(after)];
  const [oldIds, nowIds] = [old, now].map((shown) => new Set([...shown.values()].map(({ id }) => id)));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [one, other] = [old.get(key), now.get(key)];
    const { id, question } = (one ?? other)!;
    const isChanged = one && other ? one.values !== other.values : !(oldIds!.has(id) && nowIds!.has(id));
    const belongsTo = [...idsIn(question), ...(one?.ids ?? []), ...(other?.ids ?? [])];
    return isChanged ? [{ id, question, belongsTo }] : [];
  });
}

/**
 * The changed records that no event tells of: none names the record, or is about one to which it belongs. What is shown within
 * another record is told as the record itself. What is in no record, such as a file, is told with a record that the question names;
 * if the question names none, by any event.
 */
export function untoldRecords(changed: readonly ChangedRecord[], events: readonly ToldEvent[]): ChangedRecord[] {
  const named = new Set(events.flatMap(({ data }) => idsIn(JSON.stringify(data))));
  const about = new Set(events.flatMap(({ data }) => [String(data['id']), String(data['user_id'])]));
  const told = changed.filter(({ id, belongsTo }) => id !== null && (named.has(id) || belongsTo.some((one) => about.has(one))));
  for (const { id } of told) named.add(id!);
  return changed.filter((one) => {
    if (one.id !== null) return !named.has(one.id);
    return one.belongsTo.length === 0 ? events.length === 0 : !one.belongsTo.some((id) => named.has(id));
  });
}

function shownIn(answers: Answers): Map<string, Shown> {
  const shown = new Map<string, Shown>();
  const note = (id: string | null, question: string, values: string, ids: readonly string[]): void => {
    const key = `${question} ${id ?? ''}`;
    const known = shown.get(key)?.values;
    shown.set(key, { id, question, values: known === undefined || known === values ? values : `${known}\n${values}`, ids });
  };
  for (const [question, text] of answers)
    for (const line of text.replace(/^\d{3} /, '').split('\n')) {
      const isJson = /^[{[]/.test(line);
      const found = (record: WithId): void => note(record.id, question, ownValues(record, found), idsIn(JSON.stringify(record)));
      note(null, question, isJson ? ownValues([JSON.parse(line)], found) : line, []);
    }
  return shown;
}

interface WithId {
  readonly id: string;
}

/** The values as text, in which nothing of a record within is left. Each such record is given to `found`. */
function ownValues(value: object, found: (record: WithId) => void): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === value || !isRecord(inner)) return inner;
    found(inner);
    return undefined;
  });
}

const idsIn = (text: string): readonly string[] => text.match(UUID) ?? [];

function isRecord(value: unknown): value is WithId {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
