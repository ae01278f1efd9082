/** The origin of a record: created in the service, or by an import. */
export const ORIGINS = ['service', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];
