import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseUnless } from './refusal.mjs';

const WORDS = /^[a-z][a-z0-9]*(?:[_-][a-z][a-z0-9]*)*$/;
/** Words that cannot name a variable, a property of a class, a table or a column, by what has them. */
const RESERVED = JSON.parse(readFileSync(join(import.meta.dirname, 'reserved-words.json'), 'utf8'));
RESERVED.TypeScript.push(...Object.getOwnPropertyNames(Object.prototype)); // such as constructor

/** The spellings of a name of one or more words. */
export function namesOf(name) {
  const words = name.split(/[_-]/);
  const pascal = words.map(capitalized).join('');
  return {
    kebab: words.join('-'),
    snake: words.join('_'),
    pascal,
    camel: lowered(pascal),
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
export function readName(text, what, { reservedBy = Object.keys(RESERVED) } = {}) {
  const advice = `with words joined by _ : phone_numbers, not ${JSON.stringify(text)}.`;
  refuseUnless(WORDS.test(text), `${what} is named in lower case, ${advice}`);
  const names = namesOf(text);
  for (const owner of reservedBy) {
    const reserved = [names.snake, names.camel].find((name) => RESERVED[owner].includes(name));
    const reason = `that is a reserved word of ${owner}. Take a name of two words.`;
    refuseUnless(!reserved, `${what} cannot be named ${reserved}: ${reason}`);
  }
  return names;
}

/** The values of a name in the templates. A placeholder is spelled as its value: `{{Record}}`, `{{record}}`, `{{record-name}}`. */
export function spelled(word, { kebab, snake, pascal, camel, constant, text, article }) {
  return {
    ...{ [capitalized(word)]: pascal, [word]: camel, [word.toUpperCase()]: constant },
    ...{ [`${word}-name`]: kebab, [`${word}_name`]: snake, [`${word} name`]: text },
    ...{ [`a ${word}`]: `${article} ${text}`, [`A ${word}`]: `${capitalized(article)} ${text}` },
    [`${capitalized(word)} name`]: capitalized(text),
  };
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

export function lowered(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The name of a type as that of a file: `job-stage` for `JobStage`. */
export function kebabOf(type) {
  return type.replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase();
}
