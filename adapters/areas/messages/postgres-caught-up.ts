import { CaughtUp } from '../../../application/areas/messages/caught-up.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';

const UNTIL = statement('texts_caught_up.until', 'select t.until from texts_caught_up t');
const NOTE = statement(
  'texts_caught_up.note',
  `insert into texts_caught_up as t (until) values ($1)
  on conflict (single) do update set until = greatest(t.until, excluded.until)`,
);

export class PostgresCaughtUp extends CaughtUp {
  constructor(private readonly database: Database) {
    super();
  }

  override async until(): Promise<Instant | null> {
    const [row] = await this.database.read<{ until: Instant }>(UNTIL, []);
    return row?.until ?? null;
  }

  override async note(until: Instant): Promise<void> {
    await this.database.write(NOTE, [until]);
  }
}
