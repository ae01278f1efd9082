/** The number of records of each kind in a block of the demo. Kinds that are not named here follow from these. */
export interface BlockCounts {
  readonly customers: number;
  readonly leads: number;
  readonly threads: number;
  /** without the calls of threads that began with a call */
  readonly calls: number;
  readonly quotes: number;
  readonly jobs: number;
  readonly reviews: number;
  readonly tasks: number;
}

export const DEMO_SIZES = ['small', 'large'] as const;
export type DemoSizeName = (typeof DEMO_SIZES)[number];

/** The size of the first shop's demo. Each block is a year of work. One block is in memory at a time. */
export interface DemoSize {
  readonly name: DemoSizeName;
  readonly blocks: number;
  /** counts of each block; null: those of the shop */
  readonly counts: BlockCounts | null;
}

export const SMALL: DemoSize = { name: 'small', blocks: 1, counts: null };

/** 200,000 leads, 100,000 threads and 50,000 tasks. */
export const LARGE: DemoSize = {
  name: 'large',
  blocks: 100,
  counts: { customers: 750, leads: 2000, threads: 1000, calls: 300, quotes: 250, jobs: 750, reviews: 50, tasks: 500 },
};
