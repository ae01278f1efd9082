export const LONGEST_NAME = 120;

/** The descriptions of the parts of a rule, for its creation and its change. */
export const RULE_WORDS = {
  name: 'A name for the staff.',
  enabled: 'Whether it runs.',
  on: 'An event such as `lead.created`, or a time: `{before: "appointment", hours: 24}`, `{after: "job.completed", days: 3}`.',
  when: 'All must hold.',
  do: 'Steps, in order.',
} as const;
