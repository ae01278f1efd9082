/**
 * A line in which every party stands in a line of its own, and the parties take turns. So a party with many entries holds up an
 * entry of another party by one entry, and not by all of them.
 */
export class FairLine<Entry> {
  /** the lines of the parties; the party whose turn is next comes first */
  private readonly lines = new Map<string, Entry[]>();
  private entries = 0;

  get length(): number {
    return this.entries;
  }

  /** the party whose turn is next; undefined: the line is empty */
  get next(): string | undefined {
    return this.lines.keys().next().value;
  }

  push(party: string, entry: Entry): void {
    const line = this.lines.get(party);
    if (line) line.push(entry);
    else this.lines.set(party, [entry]);
    this.entries += 1;
  }

  shift(): Entry | undefined {
    const [first] = this.lines;
    if (!first) return undefined;
    const [party, line] = first;
    this.lines.delete(party);
    const entry = line.shift();
    if (line.length > 0) this.lines.set(party, line);
    this.entries -= 1;
    return entry;
  }
}
