/** How an empty setting is typed and printed. */
export const NONE = 'none';
