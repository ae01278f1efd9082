/** SQL: true when the database has the extension Citus, whose catalog of tables is found by its name alone. */
export const HAS_CITUS = `to_regclass('pg_dist_partition') is not null`;

/**
 * SQL: how a session plans named statements. Every statement is written so that one plan suits all values. Citus makes most plans for
 * the current values, and fails where a generic plan is forced.
 */
export const PLAN_MODE = `case when ${HAS_CITUS} then 'auto' else 'force_generic_plan' end`;
