/** How often the stories of each file are told in all, and how many calls have a sound. */
export interface StoryCounts {
  readonly customers: number;
  readonly leads: number;
  readonly today: number;
  readonly sounds: number;
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
  readonly counts: StoryCounts | null;
}

export const SMALL: DemoSize = { name: 'small', blocks: 1, counts: null };

/** More than 200,000 leads, 100,000 threads and 50,000 tasks. */
export const LARGE: DemoSize = {
  name: 'large',
  blocks: 100,
  counts: { customers: 560, leads: 2000, today: 30, sounds: 1 },
};
