import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

/**
 * A copy of a shop's records in one file. Each line is a change of the copy, with the position in the feed up to which it then is.
 * A process that is killed while it writes leaves a line without an end, which counts as not written.
 *
 * A line has any of these: `position`; `rows`, `gone` and `only`, by kind: records as they are now, ids that are gone, and all
 * records that there are; `exporting`, the state of the export that runs; `reset`, why the copy begins anew.
 */
export class CopyFile {
  /** null: the copy is not whole yet */
  position = null;
  exporting = null;
  resets = 0;
  kinds = new Map();

  constructor(path) {
    this.path = path;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n')) if (line !== '') this.apply(JSON.parse(line));
    this.bytes = { read: Buffer.byteLength(text), whole: Buffer.byteLength(whole) };
  }

  /** Removes a line without an end, before another one is written. */
  repair() {
    if (this.bytes.whole < this.bytes.read) truncateSync(this.path, this.bytes.whole);
    return this;
  }

  write(change) {
    appendFileSync(this.path, `${JSON.stringify(change)}\n`);
    this.apply(change);
  }

  recordsOf(kind) {
    if (!this.kinds.has(kind)) this.kinds.set(kind, new Map());
    return this.kinds.get(kind);
  }

  apply({ position, exporting, reset, rows = {}, gone = {}, only = {} }) {
    for (const kind of Object.keys(only)) this.kinds.set(kind, new Map());
    for (const [kind, records] of [...Object.entries(only), ...Object.entries(rows)])
      for (const record of records) this.recordsOf(kind).set(record.id, record);
    for (const [kind, ids] of Object.entries(gone)) for (const id of ids) this.recordsOf(kind).delete(id);
    if (position !== undefined) this.position = position;
    if (exporting !== undefined) this.exporting = exporting;
    if (reset !== undefined) this.resets += 1;
  }
}
