import { refuseUnless } from './refusal.mjs';

const WORDS = /^[a-z][a-z0-9]*(?:[_-][a-z][a-z0-9]*)*$/;
const words = (text) => new Set(text.split(/\s+/));
/** Words that cannot name a variable, a property of a class, a table or a column, by what has them. */
const RESERVED = {
  TypeScript: new Set([
    ...words(
      `any arguments as async await break case catch class const continue debugger default delete do else enum eval export extends
      false finally for from function if implements import in instanceof interface let new null package private protected
      prototype public return static super switch this throw true try type typeof undefined var void while with yield`,
    ),
    ...Object.getOwnPropertyNames(Object.prototype), // such as constructor
  ]),
  SQL: words(
    `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create cross current_date
    current_time current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant
    group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime natural new not
    notnull null offset on only or order outer overlaps placing primary references returning right row select session_user
    similar some symmetric system table then trailing true union unique user using variadic verbose when where window with`,
  ),
  'the written code': words('operation service shop test'),
};
const RESERVED_BY = Object.keys(RESERVED);

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
 * @param reservedBy whose reserved words are refused; nobody's if the name is always a part of a longer one
 */
export function readName(text, what, { reservedBy = RESERVED_BY } = {}) {
  refuseUnless(
    WORDS.test(text),
    `${what} is named in lower case, with words joined by _ : phone_numbers, not ${JSON.stringify(text)}.`,
  );
  const names = namesOf(text);
  for (const owner of reservedBy)
    for (const name of [names.snake, names.camel])
      refuseUnless(
        !RESERVED[owner].has(name),
        `${what} cannot be named ${name}: that is a reserved word of ${owner}. Take a name of two words.`,
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
