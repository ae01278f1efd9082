/**
 * All advisory locks of the service. PostgreSQL identifies each by two numbers. When the second number is the hash of a
 * name, only the first number is listed here.
 */
export const ADVISORY_LOCKS = {
  /** held by the one process that may migrate at a time */
  migrations: [71_406, 1],
  /** held by the one process that may load the demo at a time */
  demo: [71_406, 3],
  /** held by the process that runs the periodic tasks */
  leader: [71_406, 10],
} as const;

/** Every live worker of the queue holds one; the second number is the hash of the worker's name. */
export const WORKER_LOCKS = 71_407;
/** Every running import holds one; the second number is the hash of the shop and the kind of record. */
export const IMPORT_LOCKS = 71_408;

/** The locks on an embedded server: one for its owner, one shared by the command lines that use it. */
export const CLUSTER_LOCKS = { owner: [0x73686f70, 1], visitors: [0x73686f70, 2] } as const;
