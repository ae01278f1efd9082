import { adds, breaks, compared } from './changes.mjs';

/**
 * Compares what extensions may use. What goes away or is written in another way can break an extension. What a record or a port gains
 * is told, too: an extension that makes such a record, or implements such a port, must have it.
 * @param before an empty object: no release has promised anything
 */
export function exportChanges(before, after) {
  if (Object.keys(before).length === 0) return [];
  const at = (place, changes) => changes.map((change) => ({ place, ...change }));
  return compared(before, after, {
    gone: (file) => at(file, [breaks('the module has gone away')]),
    fresh: (file, names) => at(file, [adds(`is a new module with ${Object.keys(names).join(', ')}`)]),
    kept: (file, old, now) => at(file, namesIn(old, now)),
  });
}

function namesIn(before, after) {
  return compared(before, after, {
    gone: (name) => [breaks(`${name} has gone away`)],
    fresh: (name) => [adds(`has the new ${name}`)],
    kept: (name, old, now) =>
      typeof old === 'object' && typeof now === 'object' ? membersOf(name, old, now) : written(name, old, now),
  });
}

function membersOf(name, before, after) {
  return compared(before, after, {
    gone: (member) => [breaks(`${name}.${member} has gone away`)],
    fresh: (member) => [adds(`${name} has gained ${member}`)],
    kept: (member, old, now) => written(`${name}.${member}`, old, now),
  });
}

function written(name, old, now) {
  return JSON.stringify(old) === JSON.stringify(now) ? [] : [breaks(`${name} is written in another way`)];
}
