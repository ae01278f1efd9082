import { CaughtUp, type ProviderList } from '../../../application/areas/texting/caught-up.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Database } from '../../storage/database.js';
import { statement, type Statement } from '../../storage/statement.js';

function statementsOf(table: string): Readonly<Record<'until' | 'note', Statement>> {
  return {
    until: statement(`${table}.until`, `select t.until from ${table} t`),
    note: statement(
      `${table}.note`,
      `insert into ${table} as t (until) values ($1)
      on conflict (single) do update set until = greatest(t.until, excluded.until)`,
    ),
  };
}

const STATEMENTS = { texts: statementsOf('texts_caught_up'), calls: statementsOf('calls_caught_up') };

export class PostgresCaughtUp extends CaughtUp {
  constructor(private readonly database: Database) {
    super();
  }

  override async until(list: ProviderList): Promise<Instant | null> {
    const [row] = await this.database.read<{ until: Instant }>(STATEMENTS[list].until, []);
    return row?.until ?? null;
  }

  override async note(list: ProviderList, until: Instant): Promise<void> {
    await this.database.write(STATEMENTS[list].note, [until]);
  }
}
