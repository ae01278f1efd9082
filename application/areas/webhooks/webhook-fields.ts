export const LONGEST_URL = 2048;
export const LONGEST_DESCRIPTION = 200;
/** The limits of a list of kinds of events. The catalogue decides which kinds there are. */
export const KINDS_FIELD = { maxItems: 100, max: 100, example: ['lead.created', 'message.received'] } as const;
