import type { Keyword } from './keywords.js';

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
