import { answerChanges, errorChanges } from './answers.mjs';
import { accessChanges, adds, breaks, compared, pathText, textChanges } from './changes.mjs';
import { resolved, sameReferences } from './references.mjs';
import { schemaChanges } from './schema.mjs';

/** The place of a change that no single endpoint has. */
export const EVERYWHERE = 'every endpoint';
const LIMITS = { requests: 'requests', readBudget: 'calls that read', writeBudget: 'calls that write' };

/** Compares two OpenAPI documents. Each change has its place: `POST /leads`. */
export function restChanges(before, after) {
  const roots = { before, after, same: sameReferences(before, after) };
  const schemes = ({ components }) => JSON.stringify(components.securitySchemes);
  const everywhere = [
    ...textChanges('the address', before.servers[0].url, after.servers[0].url),
    ...textChanges('the way to authenticate', schemes(before), schemes(after)),
    ...limitChanges(before['x-limits'], after['x-limits']),
  ];
  return [
    ...everywhere.map((change) => ({ place: EVERYWHERE, ...change })),
    ...compared(endpointsOf(before), endpointsOf(after), {
      gone: (place) => ({ place, ...breaks('the endpoint has gone away') }),
      fresh: (place) => ({ place, ...adds('the endpoint is new') }),
      kept: (place, old, now) => endpointChanges(old, now, roots).map((change) => ({ place, ...change })),
    }),
  ];
}

/** The calls in 60 seconds that a key has by default. 0: there is no limit. */
function limitChanges(before, after) {
  return Object.entries(LIMITS).flatMap(([name, what]) => {
    const [old, now] = [before[name], after[name]];
    if (old === now) return [];
    const text = `a key has ${now} ${what} in 60 seconds, which were ${old}`;
    return [{ breaking: (now || Infinity) < (old || Infinity), text }];
  });
}

/** The endpoints of a document, by their names: `POST /leads`. */
export function endpointsOf({ paths }) {
  const named = ([path, item]) => Object.entries(item).map(([method, endpoint]) => [`${method.toUpperCase()} ${path}`, endpoint]);
  return Object.fromEntries(Object.entries(paths).flatMap(named));
}

function endpointChanges(old, now, roots) {
  return [
    ...textChanges('the operationId', old.operationId, now.operationId),
    ...(now.deprecated && !old.deprecated ? [adds('the endpoint is deprecated')] : []),
    ...keyChanges(keyOf(old, roots.before), keyOf(now, roots.after)),
    ...accessChanges(old['x-access'], now['x-access']),
    ...parameterChanges(parametersOf(old, roots.before), parametersOf(now, roots.after), roots),
    ...bodyChanges(resolved(old.requestBody, roots.before), resolved(now.requestBody, roots.after), roots),
    ...answerChanges(old.responses, now.responses, roots),
    ...errorChanges(old.responses, now.responses, roots),
  ];
}

function keyOf({ security }, root) {
  return (security ?? root.security).map((schemes) => Object.keys(schemes).join(' and ')).join(' or ');
}

function keyChanges(old, now) {
  if (old === now) return [];
  return [now === '' ? adds('needs no key') : breaks(`needs a key: ${now}`)];
}

/** The parameters of an endpoint, by their place and name. The names of headers have no case. */
function parametersOf({ parameters = [] }, root) {
  const nameOf = ({ in: place, name }) => `${place} ${place === 'header' ? name.toLowerCase() : name}`;
  return Object.fromEntries(parameters.map((one) => resolved(one, root)).map((one) => [nameOf(one), one]));
}

function parameterChanges(olds, news, roots) {
  const named = ({ in: place, name }) => (place === 'header' ? `the header ${name}` : `the parameter ${name}`);
  return compared(olds, news, {
    gone: (_, old) => breaks(`${named(old)} has gone away`),
    fresh: (_, now) => newPart(named(now), now),
    kept: (_, old, now) => [
      ...requiredChanges(named(now), old.required, now.required),
      ...(now.deprecated && !old.deprecated ? [adds(`${named(now)} is deprecated`)] : []),
      ...schemaChanges(old.schema, now.schema, { ...roots, direction: 'input', subject: () => named(now) }),
    ],
  });
}

function newPart(what, { required }) {
  return required ? breaks(`${what} is new and required`) : adds(`${what} is new`);
}

function requiredChanges(what, old = false, now = false) {
  if (old === now) return [];
  return [now ? breaks(`${what} has become required`) : adds(`${what} is no longer required`)];
}

function bodyChanges(old, now, roots) {
  if (!now) return old ? [breaks('the body has gone away')] : [];
  if (!old) return [newPart('the body', now)];
  const subject = (path) => (path.length === 0 ? 'the body' : `the field ${pathText(path)}`);
  return [
    ...requiredChanges('the body', old.required, now.required),
    ...compared(old.content, now.content, {
      gone: (type) => breaks(`the body can no longer be ${type}`),
      fresh: (type) => adds(`the body can be ${type}`),
      kept: (_, was, is) => schemaChanges(was.schema ?? true, is.schema ?? true, { ...roots, direction: 'input', subject }),
    }),
  ];
}
