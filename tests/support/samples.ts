import type { Operation } from '../../application/kernel/operation/operation.js';
import { testedAreas } from './areas.js';
import type { ShopRecords } from './records.js';
import type { Sample, TestedArea } from './tested-area.js';

/** The functions that make the samples of all operations. */
export const samples: TestedArea['samples'] = Object.assign({}, ...testedAreas.map((area) => area.samples));

export function sampleOf({ name }: Operation, records: ShopRecords): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`operation ${name} has no sample: add one to the file of its area in tests/support/areas`);
  return sample(records);
}
