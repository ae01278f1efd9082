import { Flag } from '../../application/fields/fields.js';
import type { Caller } from '../../application/operation/caller.js';
import { before, type Guard } from '../../application/operation/guard.js';
import { get, operation, type Operation } from '../../application/operation/operation.js';
import { itemsOf } from '../../application/operation/output.js';
import { statement, Database } from '../../adapters/persistence/connection/database.js';
import { Conflict } from '../../domain/shared/errors.js';

class PlaceInput {}

interface Place {
  readonly standby: boolean;
}

class PlaceView {
  @Flag() standby!: boolean;

  static of({ standby }: Place): PlaceView {
    return { standby };
  }
}

/** The replica takes its time, so that a test can do something to it meanwhile. */
const PLACE = statement(
  'places.list',
  `select pg_is_in_recovery() as standby, count(*) as n, pg_sleep(case when pg_is_in_recovery() then $2::float else 0 end)
  from leads where shop_id = $1`,
);
const TOUCH = statement('places.touch', 'update shops set name = name where id = $1');

/** The work of the use case of a placed read. */
export interface Placed {
  /** the seconds that the read takes on the replica */
  seconds: number;
  /** whether it writes after the read */
  writes: boolean;
}

/** Makes a list at `GET /places` that tells on which kind of server it was read. */
export function placedRead(): { readonly placed: Placed; readonly operation: Operation } {
  const placed: Placed = { seconds: 0, writes: false };

  class ListPlaces {
    constructor(private readonly database: Database) {}

    async execute({ shop }: Caller): Promise<readonly Place[]> {
      const places = await this.database.read<Place>(PLACE, [shop.id, placed.seconds]);
      if (placed.writes) await this.database.write(TOUCH, [shop.id]);
      return places;
    }
  }

  const declared = operation(ListPlaces, {
    name: 'leads.places',
    summary: 'Tell where it is read',
    description: 'For tests.',
    scope: 'read',
    route: get('/places'),
    input: PlaceInput,
    output: itemsOf(PlaceView),
    needs: [Database],
  });
  return { placed, operation: declared };
}

/** A guard that would refuse if it read on a replica. */
class RefuseOnReplica implements Guard<object> {
  constructor(private readonly database: Database) {}

  async check({ shop }: Caller): Promise<void> {
    const [place] = await this.database.read<Place>(PLACE, [shop.id, 0]);
    if (place?.standby) throw new Conflict('the guard has read on a replica');
  }
}

export function guardedByPlace(operationBehind: Operation) {
  return before(operationBehind, RefuseOnReplica, [Database], ['conflict']);
}
