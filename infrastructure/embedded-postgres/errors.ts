/** The embedded database cannot run. The message is one line for a person. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another running process owns the embedded database of this data folder. */
export class DatabaseInUse extends EmbeddedPostgresError {
  override readonly name = 'DatabaseInUse';

  constructor(dataDir: string) {
    super(
      `the embedded database in ${dataDir} is in use by another running process: ` +
        'stop that process first, or set DATA_DIR or DATABASE_URL',
    );
  }
}
