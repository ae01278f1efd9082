import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'templates');
const TAG = /\{\{([^{}]+)\}\}/;
/** The tag of a block on a line of its own takes the whole line. */
const ALONE = /^[ \t]*(\{\{(?:[#/](?:if|each)[^{}]*|else)\}\})[ \t]*\n/gm;

/**
 * Fills the templates of a folder. Their paths have values, too. A template that gives no text makes no file.
 * @returns for each file its path and its text
 */
export function filesOf(folder, values) {
  const names = readdirSync(join(FOLDER, folder), { recursive: true }).filter((name) => name.endsWith('.txt'));
  const files = names.sort().map((name) => [filled(name.slice(0, -'.txt'.length), values), textOf(join(folder, name), values)]);
  return files.filter(([, text]) => text.trim() !== '');
}

/** Fills one template. */
export function textOf(name, values) {
  return filled(readFileSync(join(FOLDER, name), 'utf8'), values);
}

/**
 * `{{name}}` is a value. The text between `{{#if name}}` and `{{/if}}` stays if the value is true, or a list that is not empty;
 * otherwise that after `{{else}}`. The text between `{{#each name}}` and `{{/each}}` is repeated with the values of each item.
 */
function filled(template, values) {
  return blockOf(template.replace(ALONE, '$1').split(TAG))(values);
}

/** Takes the parts of a block, up to its end, and returns the function that fills it. Every second part is a tag. */
function blockOf(parts) {
  const pieces = [];
  for (;;) {
    const [text, tag] = parts.splice(0, 2);
    pieces.push(() => text);
    if (tag === undefined || tag === 'else' || tag.startsWith('/'))
      return Object.assign((values) => pieces.map((piece) => piece(values)).join(''), { end: tag });
    const [, block, name] = /^(?:#(if|each) )?(.*)$/.exec(tag);
    if (block === 'if') pieces.push(choice(name, parts));
    else if (block === 'each') pieces.push(repetition(name, blockOf(parts)));
    else pieces.push((values) => valueOf(values, name));
  }
}

function choice(name, parts) {
  const then = blockOf(parts);
  const otherwise = then.end === 'else' ? blockOf(parts) : () => '';
  const holds = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return (values) => (holds(values[name]) ? then(values) : otherwise(values));
}

function repetition(name, item) {
  return (values) =>
    valueOf(values, name)
      .map((one) => item({ ...values, ...one }))
      .join('');
}

function valueOf(values, name) {
  if (values[name] === undefined) throw new Error(`the templates have no value ${name}`);
  return values[name];
}
