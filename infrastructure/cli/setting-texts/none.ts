/** The word that an operator types, and a command prints, for an empty setting. */
export const NONE = 'none';
