import { exportChanges } from './compare/exports.mjs';
import { endpointsOf, EVERYWHERE, restChanges } from './compare/rest.mjs';
import { eventChanges, toolChanges } from './compare/tools.mjs';

/**
 * Compares two contracts. Returns the lines of what can break a client, and the lines of what only adds:
 * `POST /leads: the field email has become required`. A change at several places is one line.
 */
export function compare(before, after) {
  const surfaces = [
    { kind: '', changes: restChanges(before.openapi, after.openapi), places: [before.openapi, after.openapi].map(endpointsOf) },
    { kind: 'tool ', changes: toolChanges(before.tools, after.tools), places: [before.tools, after.tools] },
    { kind: 'module ', changes: exportChanges(before.exports, after.exports), places: [before.exports, after.exports] },
    { kind: 'event ', changes: eventChanges(before.events, after.events), places: [before.events, after.events] },
  ];
  const lines = surfaces.flatMap(linesOf);
  const worded = (breaking) => lines.filter((line) => line.breaking === breaking).map(({ line }) => line);
  return { breaks: worded(true), additions: worded(false) };
}

function linesOf({ changes, places, kind }) {
  const every = Object.keys(Object.assign({}, ...places));
  const groups = new Map();
  for (const { place, breaking, text } of changes) {
    const group = groups.get(text) ?? { breaking, text, found: new Set() };
    groups.set(text, { ...group, found: group.found.add(place) });
  }
  return [...groups.values()].map(({ breaking, text, found }) => ({ breaking, line: `${where(found, every, kind)}: ${text}` }));
}

/** Most of the places are named by those that are not among them. */
function where(found, every, kind) {
  const others = every.filter((place) => !found.has(place));
  if (found.has(EVERYWHERE) || found.size <= every.length / 2) return `${kind}${[...found].join(', ')}`;
  return [`every ${kind.trim() || 'endpoint'}`, ...(others.length > 0 ? [others.join(', ')] : [])].join(' but ');
}
