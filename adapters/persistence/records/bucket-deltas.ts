import type { RecordKind } from './record-kind.js';

/** Counts how many records each bucket of a kind gains or loses. */
export class BucketDeltas<T> {
  private readonly deltas = new Map<string, number>();

  constructor(private readonly counted: RecordKind<T>['counted']) {}

  count(record: T, by: 1 | -1): void {
    for (const bucket of this.counted?.buckets(record) ?? []) this.deltas.set(bucket, (this.deltas.get(bucket) ?? 0) + by);
  }

  /** Returns the buckets that gain or lose records. The statements write them in key order, as every writer of counts does. */
  entries(): [bucket: string, delta: number][] {
    return [...this.deltas].filter(([, delta]) => delta !== 0);
  }
}
