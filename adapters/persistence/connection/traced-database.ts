import { inPart, type SpanStart, type Traces } from '../../../application/ports/traces.js';
import { Database, type Statement } from './database.js';
import type { Deadline } from './timed-query.js';

/**
 * Runs statements and units of work in spans of their own. The spans have the names of the statements, and neither their texts nor
 * their values: the source code and `pg_stat_statements` have the text under the name.
 */
export class TracedDatabase extends Database {
  constructor(
    private readonly traces: Traces,
    ...parts: ConstructorParameters<typeof Database>
  ) {
    super(...parts);
  }

  override read<Row>(query: Statement, values: readonly unknown[], by?: Deadline): Promise<Row[]> {
    return inPart(this.traces, spanOf(query), () => super.read<Row>(query, values, by));
  }

  override write<Row>(query: Statement, values: readonly unknown[], by?: Deadline): Promise<Row[]> {
    return inPart(this.traces, spanOf(query), () => super.write<Row>(query, values, by));
  }

  override writeApart(query: Statement, values: readonly unknown[]): Promise<void> {
    return inPart(this.traces, spanOf(query), () => super.writeApart(query, values));
  }

  override trace(): string | null {
    return this.traces.open()?.headers()['traceparent'] ?? null;
  }

  override transaction<T>(work: () => Promise<T>, by?: Deadline): Promise<T> {
    return inPart(this.traces, UNIT, () => super.transaction(work, by));
  }
}

const SYSTEM = { 'db.system.name': 'postgresql' } as const;
const UNIT: SpanStart = { name: 'unit of work', kind: 'internal' };

/** The beginnings of spans, by the name of the statement; there are as many as statements. */
const known = new Map<string, SpanStart>();

function spanOf({ name }: Statement): SpanStart {
  let start = known.get(name);
  if (!start) {
    // The name of a prepared statement ends with a digest of its text.
    const summary = name.slice(0, name.lastIndexOf(' '));
    known.set(name, (start = { name: summary, kind: 'client', facts: { ...SYSTEM, 'db.query.summary': summary } }));
  }
  return start;
}
