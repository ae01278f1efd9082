import type { Dialogue } from './dialogue.js';

export type Language = 'en' | 'ja';

/** The transcript of a phone call. */
export interface Transcript {
  readonly lines: readonly string[];
  readonly summary: string;
}

/** The texts of a demo shop. `{first}` is the contact's first name, `{price}` an amount in the shop's currency. */
export interface Texts {
  readonly dialogues: readonly Dialogue[];
  /** the automatic text after a missed call */
  readonly missedCall: string;
  /** the word for a contact without a name */
  readonly somebody: string;
  readonly leadNotes: readonly string[];
  readonly lostNotes: readonly string[];
  /** titles of tasks, by the record that the task is about; `shop`: about none */
  readonly taskTitles: Readonly<Record<'thread' | 'customer' | 'job' | 'shop', readonly string[]>>;
  readonly taskNotes: readonly string[];
  readonly tags: readonly string[];
  readonly consentNote: string;
  readonly receptionist: string;
  readonly transcripts: readonly Transcript[];
  /** the comments of reviews, from one star to five */
  readonly comments: readonly [readonly string[], readonly string[], readonly string[], readonly string[], readonly string[]];
  /** `sorry`: replies to three stars or fewer; `glad`: replies to four or five */
  readonly replies: { readonly sorry: readonly string[]; readonly glad: readonly string[] };
  readonly lines: { readonly main: string; readonly texts: string; readonly office: string; readonly porting: string };
}
