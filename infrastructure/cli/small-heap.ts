import { setFlagsFromString } from 'node:v8';

/**
 * Makes this process collect garbage whenever its heap has grown by half. An import or export of a million rows makes much
 * garbage, and would otherwise need much memory.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
