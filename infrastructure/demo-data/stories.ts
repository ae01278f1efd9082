import { columnsOf } from '../../application/transfer/parse-row.js';
import { kindNamed } from './demo-records.js';
import { readJson, readRows, type Row } from './demo-shops.js';
import { templateOf, type Template } from './templates.js';

/**
 * A story: rows that belong together, such as those of a customer with a vehicle, a job, its invoice and a thread. Its line in
 * `data/stories/` gives each row the values in which it differs from the usual row of its kind, which is in `usual.json`.
 */
export interface Story {
  /** `-9..-2 days`, `+1..21 workdays`: the days from now between which it happens; `clock change +8h` */
  readonly at: string;
  /** kinds with templates of their rows; `dialogue`: the messages of the thread before it */
  readonly rows: readonly (readonly [kind: string, template: Template])[];
}

/**
 * The stories by their file. Those of `customers` and `leads` happened in the last year, and those of `today` go on. They are told
 * as often as the size of the demo says. A shop has each of `once` only one time.
 */
export const STORIES = {
  customers: readStories('customers'),
  leads: readStories('leads'),
  today: readStories('today'),
  once: readStories('once'),
};

function readStories(file: string): Story[] {
  const usual = readJson('stories/usual.json') as Readonly<Record<string, Row>>;
  return readRows(`stories/${file}`).map(({ at, rows }) => {
    const given = Object.entries(rows as Readonly<Record<string, Row | readonly Row[]>>);
    const all = given.flatMap(([kind, some]) => [some].flat().map((row) => [kind, { ...usual[kind], ...row }] as const));
    for (const [kind, row] of all) if (kind !== 'dialogue') requireColumns(kind, row);
    return { at: String(at), rows: all.map(([kind, row]) => [kind, templateOf(row)]) };
  });
}

function requireColumns(kind: string, row: Row): void {
  const columns = columnsOf(kindNamed(kind).row);
  const unknown = Object.keys(row).find((column) => !columns.has(column));
  if (unknown !== undefined) throw new Error(`a story gives ${kind} the unknown column ${unknown}`);
}
