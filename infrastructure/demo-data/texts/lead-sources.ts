export const LEAD_SOURCES: readonly (readonly [string | null, number])[] = [
  ['api', 30],
  ['website', 25],
  ['google', 15],
  ['referral', 10],
  ['instagram', 8],
  ['walk-in', 7],
  [null, 5],
];
