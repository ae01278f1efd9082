/** Anything that keeps the embedded database from running; the message is one line meant for a person. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The embedded database of this data folder belongs to another living process. */
export class DatabaseInUse extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUse';

  constructor(readonly dataDir: string) {
    super(
      `the embedded database in ${dataDir} is in use by another running process: ` +
        'stop that one first, or set DATA_DIR or DATABASE_URL',
    );
  }
}

/** The code of a system or SQL error, '' when it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return String(error.code);
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
