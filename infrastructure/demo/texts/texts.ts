import type { Dialogue } from './dialogue.js';

export type Language = 'en' | 'ja';

/** A talk on the phone, as it was written down. */
export interface Transcript {
  readonly lines: readonly string[];
  readonly summary: string;
}

/** What is said and noted in a shop. `{first}` is the contact's first name, `{price}` an amount in the shop's currency. */
export interface Texts {
  readonly dialogues: readonly Dialogue[];
  /** what the shop's line answers by itself when a call was missed */
  readonly missedCall: string;
  /** whoever has no name */
  readonly somebody: string;
  readonly leadNotes: readonly string[];
  readonly lostNotes: readonly string[];
  /** what tasks are about, by what they are linked to */
  readonly taskTitles: Readonly<Record<'thread' | 'customer' | 'job' | 'shop', readonly string[]>>;
  readonly taskNotes: readonly string[];
  readonly tags: readonly string[];
  readonly consentNote: string;
  readonly receptionist: string;
  readonly transcripts: readonly Transcript[];
  /** from one star to five */
  readonly comments: readonly [readonly string[], readonly string[], readonly string[], readonly string[], readonly string[]];
  /** to three stars or fewer, and to more */
  readonly replies: { readonly sorry: readonly string[]; readonly glad: readonly string[] };
  readonly lines: { readonly main: string; readonly texts: string; readonly office: string; readonly porting: string };
}
