/** SQL: true when the database has the extension Citus, whose catalog of tables is found by its name alone. */
export const HAS_CITUS = `to_regclass('pg_dist_partition') is not null`;
