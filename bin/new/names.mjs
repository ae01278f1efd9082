import { refuseUnless } from './refusal.mjs';

const WORDS = /^[a-z][a-z0-9]*(?:[_-][a-z][a-z0-9]*)*$/;
/** Words of TypeScript and of SQL that cannot name a variable, a table or a column. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric async await both break case cast catch check class collate column
  const constraint continue create cross current_date current_time current_user debugger default deferrable delete desc
  distinct do else end enum except export extends false fetch finally for foreign freeze from full function grant group
  having if ilike implements import in initially inner instanceof intersect interface into is isnull join lateral leading
  left let like limit localtime natural new not notnull null offset on only operation or order outer overlaps package
  placing primary private protected public references return returning right row select service session_user shop similar
  some static super switch symmetric system table test then this throw trailing true try type typeof union unique user
  using var variadic verbose void when where while window with yield`.split(/\s+/),
);

/** The spellings of a name of one or more words. */
export function namesOf(name) {
  const words = name.split(/[_-]/);
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join('');
  return {
    kebab: words.join('-'),
    snake: words.join('_'),
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    constant: words.join('_').toUpperCase(),
    words,
    text: words.join(' '),
    article: /^[aeiou]/.test(name) ? 'an' : 'a',
  };
}

/**
 * @param what the kind of name for the refusal, such as `an area`
 * @param reserved false: the name is always a part of a longer one, so it may be a reserved word
 */
export function readName(text, what, { reserved = true } = {}) {
  refuseUnless(
    WORDS.test(text),
    `${what} is named in lower case, with words joined by _ : phone_numbers, not ${JSON.stringify(text)}.`,
  );
  const names = namesOf(text);
  for (const name of [names.snake, names.camel])
    refuseUnless(
      !reserved || !RESERVED.has(name),
      `${what} cannot be named ${name}: that is a reserved word. Take a name of two words.`,
    );
  return names;
}

export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The form of a verb in a description: `carries`, `fixes`, `reads`. */
export function thirdPerson(verb) {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:[sxz]|[cs]h|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** `a, b or c` for the end of a refusal. */
export function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
