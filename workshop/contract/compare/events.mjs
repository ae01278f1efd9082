import { pairsOf, pathText } from './pairs.mjs';
import { schemaChanges } from './schema.mjs';

/** Compares the schemas of two catalogues of events. The place of a change is the kind of event. */
export function eventChanges(before, after) {
  return pairsOf(before, after).flatMap(({ name, old, now }) =>
    changesOf(old, now).map((change) => ({ place: name, ...change })),
  );
}

function changesOf(old, now) {
  if (!now) return [{ breaking: true, text: 'the kind of event has gone away' }];
  if (!old) return [{ breaking: false, text: 'the kind of event is new' }];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const subject = (path) => (path.length === 0 ? 'the event' : `the field ${pathText(path)}`);
  return schemaChanges(old, now, { direction: 'answer', subject, before: old, after: now });
}
