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

  /** the parties in line; the party whose turn is next comes first */
  parties(): Iterable<string> {
    return this.lines.keys();
  }

  push(party: string, entry: Entry): void {
    const line = this.lines.get(party);
    if (line) line.push(entry);
    else this.lines.set(party, [entry]);
    this.entries += 1;
  }

  /**
   * Takes the oldest entry of a party, which then comes last.
   * @param party the one whose turn is next by default
   */
  shift(party = this.lines.keys().next().value): Entry | undefined {
    const line = party === undefined ? undefined : this.lines.get(party);
    if (party === undefined || !line) return undefined;
    this.lines.delete(party);
    const entry = line.shift();
    if (line.length > 0) this.lines.set(party, line);
    this.entries -= 1;
    return entry;
  }
}
