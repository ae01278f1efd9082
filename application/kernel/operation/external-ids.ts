import { Duplicate, Unavailable } from '../../../domain/shared/errors.js';
import type { RecordType } from '../../transfer/import-kind.js';
import type { Made } from './output.js';

/** So often a record is looked for anew, because another call has made or removed it meanwhile. */
const MOST_ATTEMPTS = 5;

/** Another record of the kind has the external id. */
export function takenExternalId({ name, noun }: RecordType, holder: string): Duplicate {
  return new Duplicate(`this external_id already belongs to a ${noun}`, holder, `/${name}/${holder}`);
}

interface Ways<Record> {
  /** Null: no record has the external id. */
  readonly find: () => Promise<Record | null>;
  /** Null: the record has gone meanwhile. */
  readonly change: (found: Record) => Promise<Record | null>;
  /** Null: another call has made the record meanwhile. An open unit of work goes on. */
  readonly make: () => Promise<Record | null>;
}

/** Changes the record that has an external id, or makes it. Calls that come at the same time make one record. */
export async function changeOrMake<Record>({ find, change, make }: Ways<Record>): Promise<Made<Record>> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const found = await find();
    const record = found ? await change(found) : await make();
    if (record) return { record, isNew: !found };
  }
  throw new Unavailable(undefined, undefined, 'too many requests change this record at the same time');
}
