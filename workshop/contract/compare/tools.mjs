import { accessChanges, adds, breaks, compared, pathText } from './changes.mjs';
import { schemaChanges } from './schema.mjs';

/**
 * The value of each hint that promises more to a client. A client may, for example, call a tool that only reads without asking.
 */
const BETTER = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Compares two lists of tools. The place of a change is the tool. */
export function toolChanges(before, after) {
  return ofEach('tool', before, after, (old, now) => [
    ...wordChanges(old, now),
    ...hintChanges(old.annotations, now.annotations),
    ...accessChanges(old.access, now.access),
    ...documentChanges(old.inputSchema, now.inputSchema, 'input', 'the arguments', (path) => `the argument ${path}`),
    ...documentChanges(old.outputSchema, now.outputSchema, 'answer', 'the result', (path) => `the field ${path} of the result`),
  ]);
}

/** Compares the schemas of two catalogues of events. The place of a change is the kind of event. */
export function eventChanges(before, after) {
  return ofEach('kind of event', before, after, (old, now) =>
    documentChanges(old, now, 'answer', 'the event', (path) => `the field ${path}`),
  );
}

function ofEach(what, before, after, changesOf) {
  return compared(before, after, {
    gone: (place) => ({ place, ...breaks(`the ${what} has gone away`) }),
    fresh: (place) => ({ place, ...adds(`the ${what} is new`) }),
    kept: (place, old, now) => {
      if (JSON.stringify(old) === JSON.stringify(now)) return [];
      return changesOf(old, now).map((change) => ({ place, ...change }));
    },
  });
}

/** Compares schemas that are documents of their own, to whose parts their references lead. */
function documentChanges(before, after, direction, whole, partOf) {
  const subject = (path) => (path.length === 0 ? whole : partOf(pathText(path)));
  return schemaChanges(before, after, { direction, subject, before, after });
}

/** The texts are no promise, but a model chooses by them, and some clients ask anew when they change. */
function wordChanges(old, now) {
  const texts = ({ title, description }) => JSON.stringify([title, description]);
  return texts(old) === texts(now) ? [] : [adds('the title or the description has changed')];
}

function hintChanges(olds, news) {
  return Object.keys({ ...olds, ...news })
    .filter((name) => olds[name] !== news[name])
    .map((name) => ({
      breaking: news[name] !== BETTER[name],
      text: `the hint ${name} is ${news[name]}, which was ${olds[name]}`,
    }));
}
