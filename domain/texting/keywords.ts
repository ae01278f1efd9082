/** A keyword asks the shop's number to stop texting, to start again, or to say who it is. */
export type Keyword = 'stop' | 'start' | 'help';

const KEYWORDS = new Map<string, Keyword>([
  ...listed('stop', ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'ARRET', 'ARRÊT']),
  ...listed('start', ['START', 'YES', 'UNSTOP']),
  ...listed('help', ['HELP', 'INFO', 'AIDE']),
]);

/** Blanks, control characters, invisible characters, punctuation, and the marks that stand for quotes, such as a backtick. */
const AROUND = /[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\p{P}\p{Sk}]+/gu;

/** A longer rest is no keyword. The limit keeps texts with many marks on a letter away from the normalization. */
const LONGEST = 50;

/**
 * The keyword that an inbound text consists of; null if it says anything else. Case, blanks, quotes and punctuation do not count,
 * also within the word (`Opt-out.`, `stop all`), and full-width and other forms of a letter count as the letter.
 * @param blocked true: texting to the sender is blocked. Only then is `YES` a keyword; otherwise it is an answer.
 */
export function keywordOf(body: string | null, blocked: boolean): Keyword | null {
  const letters = (body ?? '').replace(AROUND, '');
  if (letters.length > LONGEST) return null;
  const word = letters.normalize('NFKC').replace(AROUND, '').toUpperCase();
  if (word === 'YES' && !blocked) return null;
  return KEYWORDS.get(word) ?? null;
}

function listed(keyword: Keyword, words: readonly string[]): [string, Keyword][] {
  return words.map((word) => [word, keyword]);
}

/** The answer to a keyword. @param number the shop's number; null: unknown */
export function answerTo(keyword: Keyword, shop: string, number: string | null): string {
  switch (keyword) {
    case 'stop':
      return `You get no more texts from ${shop}. Reply START to get them again.`;
    case 'start':
      return `You get texts from ${shop} again. Reply STOP to get no more.`;
    case 'help':
      return `This is ${shop}${number === null ? '' : `, ${number}`}. Reply STOP to get no more texts.`;
  }
}
