/**
 * Every advisory lock of the service. PostgreSQL knows them by two numbers. Where the second number is the hash of a name, only
 * the first stands here.
 */
export const ADVISORY_LOCKS = {
  /** one process migrates at a time */
  migrations: [71_406, 1],
  /** one process loads the demo at a time */
  demo: [71_406, 3],
  /** the process that runs the periodic tasks */
  leader: [71_406, 10],
} as const;

/** A living worker of the queue holds one, by the hash of its name. */
export const WORKER_LOCKS = 71_407;
/** A running import holds one, by the hash of its shop and its kind of record. */
export const IMPORT_LOCKS = 71_408;

/** On an embedded server: its owner, and everybody who uses it. */
export const CLUSTER_LOCKS = { owner: [0x73686f70, 1], visitors: [0x73686f70, 2] } as const;
