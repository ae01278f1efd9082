/** Counts requests by the party that sent them. A party is a shop, or a group of callers without a key. */
export class Parties {
  private readonly counts = new Map<string, number>();

  add(party: string): void {
    this.counts.set(party, this.of(party) + 1);
  }

  remove(party: string): void {
    const left = this.of(party) - 1;
    if (left > 0) this.counts.set(party, left);
    else this.counts.delete(party);
  }

  /** True when a party has its share of this many requests. All parties have equal shares. */
  hasShare(party: string, of: number): boolean {
    const parties = this.counts.size + (this.counts.has(party) ? 0 : 1);
    return this.of(party) >= Math.floor(of / parties);
  }

  /** Returns how many of the counted requests go before a new one of this party, if the parties take turns. */
  countBefore(party: string): number {
    const own = this.of(party);
    let before = own;
    for (const [other, count] of this.counts) if (other !== party) before += Math.min(count, own + 1);
    return before;
  }

  private of(party: string): number {
    return this.counts.get(party) ?? 0;
  }
}
