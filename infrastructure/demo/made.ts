import type { ImportedRecord } from '../../application/import/import-kind.js';
import type { RecordWrites } from '../../application/import/import-store.js';
import type { DemoPart, DemoRecords, DemoRow } from './demo-part.js';
import { DEMO_RECORDS } from './demo-records.js';
import { Scene, type Setting } from './random/scene.js';
import type { BlockCounts, DemoSize } from './sizes.js';

interface Block {
  readonly number: number;
  readonly base: Made;
}

/** The records that a shop has before its first customer comes, or one block of a year of its work. */
export class Made {
  private readonly parts = new Map<DemoPart<unknown>, unknown>();

  constructor(
    private readonly setting: Setting,
    /** how many records a block has */
    readonly counts: BlockCounts,
    private readonly block: Block | null = null,
  ) {}

  /** A part that is not there yet is made. A block has the parts of its shop, too. */
  of<T>(part: DemoPart<T>): T {
    if (this.block && part.per === 'shop') return this.block.base.of(part);
    if (!this.parts.has(part)) this.parts.set(part, part.make(this.sceneOf(part), this));
    return this.parts.get(part) as T; // the part itself has made it
  }

  /** What an import would have made of the records. A kind stands after those that it refers to: its maker has asked for them. */
  writes(): RecordWrites[] {
    const kinds = DEMO_RECORDS.filter(({ per }) => per === (this.block ? 'block' : 'shop'));
    for (const kind of kinds) this.of(kind);
    const order = [...this.parts.keys()];
    return kinds.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).map((kind) => created(kind, this.of(kind)));
  }

  private sceneOf({ name }: DemoPart<unknown>): Scene {
    return new Scene(this.setting, this.block ? `${name} ${this.block.number}` : name);
  }
}

/** A year of the shop's work up to now, one block after the other: the same for the same seed and time. */
export function* demoBlocks(setting: Setting, base: Made, { blocks }: DemoSize): Generator<Made> {
  for (let number = 0; number < blocks; number += 1) yield new Made(setting, base.counts, { number, base });
}

export function demoBase(setting: Setting, { counts }: DemoSize): Made {
  return new Made(setting, counts ?? setting.shop.counts);
}

function created({ record }: DemoRecords, rows: readonly DemoRow[]): RecordWrites {
  const records = rows.map((row): ImportedRecord => ({ externalId: null, origin: 'service', ...row }));
  return { record, created: records, changed: [], reused: false, uniques: [] };
}
