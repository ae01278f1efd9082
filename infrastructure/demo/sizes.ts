/** How many records of a kind a block of the demo has; what is not named here follows from these. */
export interface BlockCounts {
  readonly customers: number;
  readonly leads: number;
  readonly threads: number;
  /** beside those of threads that began with a call */
  readonly calls: number;
  readonly quotes: number;
  readonly jobs: number;
  readonly reviews: number;
  readonly tasks: number;
}

export const DEMO_SIZES = ['small', 'large'] as const;
export type DemoSizeName = (typeof DEMO_SIZES)[number];

/** The first shop's work, in so many blocks of a year each; a block is what is in memory at a time. */
export interface DemoSize {
  readonly name: DemoSizeName;
  readonly blocks: number;
  /** of each block; null: the shop's own */
  readonly counts: BlockCounts | null;
}

export const SMALL: DemoSize = { name: 'small', blocks: 1, counts: null };

/** 200,000 leads, 100,000 threads and 50,000 tasks. */
export const LARGE: DemoSize = {
  name: 'large',
  blocks: 100,
  counts: { customers: 750, leads: 2000, threads: 1000, calls: 300, quotes: 250, jobs: 750, reviews: 50, tasks: 500 },
};
