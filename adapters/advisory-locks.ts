/**
 * The advisory locks that one process at a time may hold. PostgreSQL identifies each lock by two numbers. All advisory locks of
 * the service are defined in this file, so that no two get the same numbers.
 */
export const ADVISORY_LOCKS = {
  /** held by the process that migrates, since only one process may migrate at a time */
  migrations: [71_406, 1],
  /** held by the process that loads the demo, since only one process may load it at a time */
  demo: [71_406, 3],
  /** held by the process that verifies a backup: it removes the databases that killed ones have left */
  verification: [71_406, 4],
  /** held by the process that makes the daily backup */
  backup: [71_406, 5],
  /** held by the process that runs the periodic tasks */
  leader: [71_406, 10],
  /** held during a statement that deletes old rows */
  pruning: [71_406, 11],
  /** held while events get their numbers, and while the snapshot of an export is taken */
  numbering: [71_406, 12],
} as const;

/**
 * The first number of the workers' locks. Every live worker of the queue holds one lock, whose second number is the hash of the
 * worker's name.
 */
export const WORKER_LOCKS = 71_407;
/**
 * The first number of the imports' locks. Every running import holds one lock, whose second number is the hash of the shop and
 * the kind of record.
 */
export const IMPORT_LOCKS = 71_408;
/**
 * The first number of the locks of phone numbers. A command that adds a line holds one lock, whose second number is the hash of
 * the phone number.
 */
export const NUMBER_LOCKS = 71_409;

/** The first number of the locks of contacts' numbers. The second number is the hash of the shop and the contact's number. */
export const CONTACT_LOCKS = 71_410;
/** The first number of the locks of calls. The second number is the hash of the provider's id of the call. */
export const CALL_LOCKS = 71_411;
/** The first number of the locks of rules. Runs of one rule begin one by one; the second number is the hash of shop and rule. */
export const AUTOMATION_LOCKS = 71_412;
/** The first number of the locks of units of work that run alone. The second number is the hash of the text that they name. */
export const UNIT_LOCKS = 71_413;

/** The first number of the locks of exports. A key has one export at a time; the second number is the hash of the key's id. */
export const EXPORT_LOCKS = 71_414;

/**
 * The locks of an embedded server. Its owner holds `owner`, all processes that use it share `users`, and the process that creates
 * the shops' database holds `creation`.
 */
export const CLUSTER_LOCKS = { owner: [0x73686f70, 1], users: [0x73686f70, 2], creation: [0x73686f70, 3] } as const;
