import type { RecordWrite, RecordWrites } from '../../application/transfer/import-store.js';
import type { DemoPart, DemoRecords, DemoRow } from './demo-part.js';
import { DEMO_RECORDS } from './demo-records.js';
import { PartContext, type ShopContext } from './random/part-context.js';
import type { BlockCounts, DemoSize } from './sizes.js';

interface Block {
  readonly number: number;
  readonly base: Made;
}

/**
 * Makes the parts of a shop's demo and keeps them. If `block` is null, these are the parts of the shop itself, otherwise those of
 * one block.
 */
export class Made {
  private readonly parts = new Map<DemoPart<unknown>, unknown>();

  constructor(
    private readonly shopContext: ShopContext,
    /** the number of records in a block, by kind */
    readonly counts: BlockCounts,
    private readonly block: Block | null = null,
  ) {}

  /** Returns a part, and makes it when it is first used. A block takes the parts of the shop from `base`. */
  of<T>(part: DemoPart<T>): T {
    if (this.block && part.per === 'shop') return this.block.base.of(part);
    if (!this.parts.has(part)) this.parts.set(part, part.make(this.contextOf(part), this));
    return this.parts.get(part) as T; // `part.make` returned it
  }

  /**
   * Returns the records in the form that an import writes. Every kind of record comes after the kinds to which it refers: its
   * `make` asks for their records, so these are complete first.
   */
  writes(): RecordWrites[] {
    const kinds = DEMO_RECORDS.filter(({ per }) => per === (this.block ? 'block' : 'shop'));
    for (const kind of kinds) this.of(kind);
    const order = [...this.parts.keys()];
    return kinds.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).map((kind) => created(kind, this.of(kind)));
  }

  private contextOf({ name }: DemoPart<unknown>): PartContext {
    return new PartContext(this.shopContext, this.block ? `${name} ${this.block.number}` : name);
  }
}

/**
 * Yields the blocks of a shop's demo. Each of them covers the same year up to now. The same seed and time give the same blocks.
 */
export function* demoBlocks(shopContext: ShopContext, base: Made, { blocks }: DemoSize): Generator<Made> {
  for (let number = 0; number < blocks; number += 1) yield new Made(shopContext, base.counts, { number, base });
}

export function demoBase(shopContext: ShopContext, { counts }: DemoSize): Made {
  return new Made(shopContext, counts ?? shopContext.shop.counts);
}

function created({ record }: DemoRecords, rows: readonly DemoRow[]): RecordWrites {
  const writes = rows.map((row): RecordWrite => ({ before: null, after: { externalId: null, origin: 'service', ...row } }));
  return { record, created: writes, changed: [], reused: false, uniques: [] };
}
