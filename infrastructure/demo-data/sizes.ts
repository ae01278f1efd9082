/** The number of records in a block of the demo, for some kinds. The numbers of all other kinds follow from these. */
export interface BlockCounts {
  readonly customers: number;
  readonly leads: number;
  readonly threads: number;
  /** the number of calls, without those that begin a thread */
  readonly calls: number;
  /** the most calls with a recording or voicemail */
  readonly sounds: number;
  readonly quotes: number;
  readonly jobs: number;
  readonly reviews: number;
  readonly tasks: number;
}

export const DEMO_SIZES = ['small', 'large'] as const;
export type DemoSizeName = (typeof DEMO_SIZES)[number];

/**
 * The size of a shop's demo. Its records are made in blocks, so that only one block is in memory at a time. All blocks cover the
 * same year up to now.
 */
export interface DemoSize {
  readonly name: DemoSizeName;
  readonly blocks: number;
  /** the counts of each block; null: the counts that the shop has by default */
  readonly counts: BlockCounts | null;
}

export const SMALL: DemoSize = { name: 'small', blocks: 1, counts: null };

/** 200,000 leads, 100,000 threads and 50,000 tasks. */
export const LARGE: DemoSize = {
  name: 'large',
  blocks: 100,
  counts: { customers: 750, leads: 2000, threads: 1000, calls: 300, sounds: 1, quotes: 250, jobs: 750, reviews: 50, tasks: 500 },
};
