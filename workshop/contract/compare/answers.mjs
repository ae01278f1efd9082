import { adds, breaks, compared, pathText } from './changes.mjs';
import { isUnchanged, resolved } from './references.mjs';
import { schemaChanges } from './schema.mjs';

/** The changes of an endpoint's answers that are no errors. */
export function answerChanges(before, after, roots) {
  const [olds, news] = [before, after].map((responses) => withStatus(responses, (status) => status < '400'));
  const [gone] = Object.keys(olds).filter((status) => !news[status]);
  const [fresh] = Object.keys(news).filter((status) => !olds[status]);
  const success = successOf(olds);
  if (gone !== undefined && gone === success && fresh === successOf(news)) {
    const moved = breaks(`the answer has the status ${fresh}, which was ${gone}`);
    return [moved, ...changesOf(olds[gone], news[fresh], 'the answer', roots)];
  }
  return compared(olds, news, {
    gone: (status) => breaks(`no longer has the answer ${status}`),
    fresh: (status) => adds(`has the new answer ${status}`),
    kept: (status, old, now) => changesOf(old, now, status === success ? 'the answer' : `the answer ${status}`, roots),
  });
}

/** The status of an endpoint's success, if it has one only. A 204 beside another success is that success without its body. */
function successOf(responses) {
  const statuses = Object.keys(responses).filter((status) => status < '300');
  const [one, ...others] = statuses.length > 1 ? statuses.filter((status) => status !== '204') : statuses;
  return others.length === 0 ? one : undefined;
}

/**
 * The changes of an endpoint's errors: their codes with their statuses, their headers, and the form of their bodies. The lists of
 * codes are compared only here, because a code may move to another status.
 */
export function errorChanges(before, after, roots) {
  const [olds, news] = [before, after].map((responses) => withStatus(responses, (status) => status >= '400'));
  const codes = compared(statusesByCode(olds, roots.before), statusesByCode(news, roots.after), {
    gone: (code) => breaks(`the error ${code} has gone away`),
    fresh: (code, now) => adds(`the error ${code} (${now}) is new`),
    kept: (code, old, now) => (old === now ? [] : breaks(`the error ${code} has the status ${now}, which was ${old}`)),
  });
  const forms = compared(olds, news, {
    gone: () => [],
    fresh: () => [],
    kept: (status, old, now) => changesOf(old, now, `the answer ${status}`, roots),
  });
  return [...codes, ...forms];
}

function withStatus(responses, test) {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => test(status)));
}

function statusesByCode(responses, root) {
  const statuses = {};
  for (const [status, response] of Object.entries(responses)) {
    const body = resolved(resolved(response, root).content?.['application/json']?.schema, root);
    const error = resolved(body?.properties?.error, root);
    const codes = resolved(error?.properties?.code, root)?.enum ?? ['without a code'];
    for (const code of codes) statuses[code] = statuses[code] ? `${statuses[code]} or ${status}` : status;
  }
  return statuses;
}

function changesOf(before, after, name, roots) {
  if (isUnchanged(before, after, roots)) return [];
  const [old, now] = [resolved(before, roots.before), resolved(after, roots.after)];
  return [...headerChanges(old.headers ?? {}, now.headers ?? {}, name, roots), ...contentChanges(old, now, name, roots)];
}

function headerChanges(olds, news, name, roots) {
  const named = (header) => `the header ${header} of ${name}`;
  return compared(olds, news, {
    gone: (header) => breaks(`${named(header)} has gone away`),
    fresh: (header) => adds(`${named(header)} is new`),
    kept: (header, before, after) => {
      const [old, now] = [resolved(before, roots.before), resolved(after, roots.after)];
      const changes = schemaChanges(old.schema, now.schema, { ...roots, direction: 'answer', subject: () => named(header) });
      if ((old.required ?? false) === (now.required ?? false)) return changes;
      return [now.required ? adds(`${named(header)} is always there`) : breaks(`${named(header)} may be absent`), ...changes];
    },
  });
}

function contentChanges({ content: olds = {} }, { content: news = {} }, name, roots) {
  const subject = (path) => (path.length === 0 ? name : `the field ${pathText(path)} of ${name}`);
  const isLeftOut = (path) => path.join('.') === 'error.code';
  return compared(olds, news, {
    gone: (type) => breaks(`${name} is no longer ${type}`),
    fresh: (type) => adds(`${name} can be ${type}`),
    kept: (_, old, now) =>
      schemaChanges(old.schema ?? true, now.schema ?? true, { ...roots, direction: 'answer', subject, isLeftOut }),
  });
}
