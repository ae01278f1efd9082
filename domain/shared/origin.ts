/** Where a record came from: made in the service, or brought by an import. */
export const ORIGINS = ['service', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];
