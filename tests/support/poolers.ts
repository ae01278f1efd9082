/** A PgBouncer before the server of the tests. */
export interface Pooler {
  /** the address through the pooler of a database at this address */
  through(url: string): string;
  stop(): Promise<void>;
}

interface Poolers {
  readonly openPooler: (url: string, settings: Readonly<Record<string, unknown>>) => Promise<Pooler>;
}

/** Starts a PgBouncer with these settings, see bench/pooler.mjs. */
export async function openPooler(url: string, settings: Readonly<Record<string, unknown>>): Promise<Pooler> {
  const file = new URL('bench/pooler.mjs', `file://${process.cwd()}/`).href;
  const poolers = (await import(file)) as Poolers; // safe: the script has no types, but exports this function
  return poolers.openPooler(url, settings);
}
