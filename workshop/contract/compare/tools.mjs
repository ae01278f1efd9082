import { accessChanges } from './access.mjs';
import { pairsOf, pathText } from './pairs.mjs';
import { schemaChanges } from './schema.mjs';

/** The value of each hint that promises more to a client. A client may, for example, call a tool that only reads without asking. */
const BETTER = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Compares two lists of tools. The place of a change is the tool. */
export function toolChanges(before, after) {
  return pairsOf(before, after).flatMap(({ name, old, now }) =>
    changesOf(old, now).map((change) => ({ place: name, ...change })),
  );
}

function changesOf(old, now) {
  if (!now) return [{ breaking: true, text: 'the tool has gone away' }];
  if (!old) return [{ breaking: false, text: 'the tool is new' }];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const [input, output] = [
    { direction: 'input', subject: named('the arguments', (path) => `the argument ${path}`) },
    { direction: 'answer', subject: named('the result', (path) => `the field ${path} of the result`) },
  ];
  return [
    ...wordChanges(old, now),
    ...hintChanges(old.annotations, now.annotations),
    ...accessChanges(old.access, now.access),
    ...schemaChanges(old.inputSchema, now.inputSchema, { ...input, before: old.inputSchema, after: now.inputSchema }),
    ...schemaChanges(old.outputSchema, now.outputSchema, { ...output, before: old.outputSchema, after: now.outputSchema }),
  ];
}

function named(whole, part) {
  return (path) => (path.length === 0 ? whole : part(pathText(path)));
}

/** The texts are no promise, but a model chooses by them, and some clients ask anew when they change. */
function wordChanges(old, now) {
  const texts = ({ title, description }) => JSON.stringify([title, description]);
  return texts(old) === texts(now) ? [] : [{ breaking: false, text: 'the title or the description has changed' }];
}

function hintChanges(olds, news) {
  return pairsOf(olds, news).flatMap(({ name, old, now }) => {
    if (old === now) return [];
    return [{ breaking: now !== BETTER[name], text: `the hint ${name} is ${now}, which was ${old}` }];
  });
}
