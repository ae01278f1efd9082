import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage whenever the heap has grown by half. A file of a million rows makes much garbage, and this keeps the memory
 * low.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
