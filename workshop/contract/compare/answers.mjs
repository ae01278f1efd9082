import { resolved } from './normal.mjs';
import { pairsOf, pathText } from './pairs.mjs';
import { isUnchanged } from './same.mjs';
import { schemaChanges } from './schema.mjs';

/** The changes of an endpoint's answers that are no errors. */
export function answerChanges(before, after, roots) {
  const [olds, news] = [successes(before), successes(after)];
  const [gone, fresh] = [without(olds, news), without(news, olds)];
  const alone = Object.keys(olds).filter((status) => status < '300').length === 1;
  const named = (status) => (alone && status < '300' ? 'the answer' : `the answer ${status}`);
  if (alone && gone[0] < '300' && fresh[0] < '300') {
    const moved = { ...olds, [fresh[0]]: olds[gone[0]] };
    const text = `the answer has the status ${fresh[0]}, which was ${gone[0]}`;
    return [{ breaking: true, text }, ...one(moved, news, fresh[0], 'the answer', roots)];
  }
  return [
    ...gone.map((status) => ({ breaking: true, text: `no longer has the answer ${status}` })),
    ...fresh.map((status) => ({ breaking: false, text: `has the new answer ${status}` })),
    ...common(olds, news).flatMap((status) => one(olds, news, status, named(status), roots)),
  ];
}

/**
 * The changes of an endpoint's errors: their codes with their statuses, their headers, and the form of their bodies. The lists of
 * codes are compared only here, because a code may move to another status.
 */
export function errorChanges(before, after, roots) {
  const [olds, news] = [failures(before), failures(after)];
  const codes = pairsOf(statusesByCode(olds, roots.before), statusesByCode(news, roots.after)).flatMap(({ name, old, now }) => {
    if (!now) return [{ breaking: true, text: `the error ${name} has gone away` }];
    if (!old) return [{ breaking: false, text: `the error ${name} (${now}) is new` }];
    return old === now ? [] : [{ breaking: true, text: `the error ${name} has the status ${now}, which was ${old}` }];
  });
  const rest = common(olds, news).flatMap((status) => one(olds, news, status, `the answer ${status}`, roots));
  return [...codes, ...rest];
}

function successes(responses) {
  return filtered(responses, (status) => status < '400');
}

function failures(responses) {
  return filtered(responses, (status) => status >= '400');
}

function filtered(responses, test) {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => test(status)));
}

function without(some, others) {
  return Object.keys(some).filter((name) => !(name in others));
}

function common(some, others) {
  return Object.keys(some).filter((name) => name in others);
}

function statusesByCode(responses, root) {
  const statuses = {};
  for (const [status, response] of Object.entries(responses)) {
    for (const code of codesIn(schemaOf(resolved(response, root), 'application/json'), root) ?? ['without a code']) {
      statuses[code] = statuses[code] ? `${statuses[code]} or ${status}` : status;
    }
  }
  return statuses;
}

/** Returns the codes of an error's body. Undefined: the body lists none. */
function codesIn(schema, root) {
  return resolved(codeOf(resolved(schema, root), root), root)?.enum;
}

function codeOf(schema, root) {
  return resolved(schema?.properties?.error, root)?.properties?.code;
}

function schemaOf(response, type) {
  return response.content?.[type]?.schema;
}

function one(olds, news, status, name, roots) {
  if (isUnchanged(olds[status], news[status], roots)) return [];
  const [old, now] = [resolved(olds[status], roots.before), resolved(news[status], roots.after)];
  return [...headerChanges(old.headers ?? {}, now.headers ?? {}, name, roots), ...contentChanges(old, now, name, roots)];
}

function headerChanges(olds, news, name, roots) {
  return pairsOf(olds, news).flatMap(({ name: header, old: before, now: after }) => {
    const what = `the header ${header} of ${name}`;
    if (!after) return [{ breaking: true, text: `${what} has gone away` }];
    if (!before) return [{ breaking: false, text: `${what} is new` }];
    const [old, now] = [resolved(before, roots.before), resolved(after, roots.after)];
    const [always, still] = [old.required ?? false, now.required ?? false];
    const required = still
      ? { breaking: false, text: `${what} is always there` }
      : { breaking: true, text: `${what} may be absent` };
    const changes = schemaChanges(old.schema, now.schema, { ...roots, direction: 'answer', subject: () => what });
    return always === still ? changes : [required, ...changes];
  });
}

function contentChanges({ content: olds = {} }, { content: news = {} }, name, roots) {
  const subject = (path) => (path.length === 0 ? name : `the field ${pathText(path)} of ${name}`);
  const isCode = (path) => path.join('.') === 'error.code';
  return pairsOf(olds, news).flatMap(({ name: type, old, now }) => {
    if (!now) return [{ breaking: true, text: `${name} is no longer ${type}` }];
    if (!old) return [{ breaking: false, text: `${name} can be ${type}` }];
    const walk = { ...roots, direction: 'answer', subject, isLeftOut: isCode };
    return schemaChanges(old.schema ?? true, now.schema ?? true, walk);
  });
}
