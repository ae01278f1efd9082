import { accessChanges, limitChanges } from './access.mjs';
import { answerChanges, errorChanges } from './answers.mjs';
import { resolved } from './normal.mjs';
import { pairsOf, pathText } from './pairs.mjs';
import { sameReferences } from './same.mjs';
import { schemaChanges } from './schema.mjs';

/** The place of a change that no single endpoint has. */
export const EVERYWHERE = 'every endpoint';

/** Compares two OpenAPI documents. Each change has its place: `POST /leads`. */
export function restChanges(before, after) {
  const roots = { before, after, same: sameReferences(before, after) };
  const everywhere = [
    ...textChanges('the address', before.servers[0].url, after.servers[0].url),
    ...textChanges(
      'the way to authenticate',
      JSON.stringify(before.components.securitySchemes),
      JSON.stringify(after.components.securitySchemes),
    ),
    ...limitChanges(before['x-limits'], after['x-limits']),
  ];
  const endpoints = pairsOf(endpointsOf(before), endpointsOf(after)).flatMap(({ name, old, now }) =>
    endpointChanges(old, now, roots).map((change) => ({ place: name, ...change })),
  );
  return [...everywhere.map((change) => ({ place: EVERYWHERE, ...change })), ...endpoints];
}

function textChanges(what, old, now) {
  return old === now ? [] : [{ breaking: true, text: `${what} was ${old} and is ${now}` }];
}

/** The endpoints of a document, by their names: `POST /leads`. */
export function endpointsOf({ paths }) {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, endpoint]) => [`${method.toUpperCase()} ${path}`, endpoint]),
    ),
  );
}

function endpointChanges(old, now, roots) {
  if (!now) return [{ breaking: true, text: 'the endpoint has gone away' }];
  if (!old) return [{ breaking: false, text: 'the endpoint is new' }];
  return [
    ...textChanges('the operationId', old.operationId, now.operationId),
    ...(now.deprecated && !old.deprecated ? [{ breaking: false, text: 'the endpoint is deprecated' }] : []),
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
  return [now === '' ? { breaking: false, text: 'needs no key' } : { breaking: true, text: `needs a key: ${now}` }];
}

/** The parameters of an endpoint, by their place and name. The names of headers have no case. */
function parametersOf({ parameters = [] }, root) {
  return Object.fromEntries(
    parameters
      .map((parameter) => resolved(parameter, root))
      .map((parameter) => [
        `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`,
        parameter,
      ]),
  );
}

function parameterChanges(olds, news, roots) {
  return pairsOf(olds, news).flatMap(({ old, now }) => {
    const { in: place, name } = now ?? old;
    const what = place === 'header' ? `the header ${name}` : `the parameter ${name}`;
    if (!now) return [{ breaking: true, text: `${what} has gone away` }];
    if (!old) return [{ breaking: now.required === true, text: `${what} is new${now.required ? ' and required' : ''}` }];
    return [
      ...requiredChanges(what, old.required, now.required),
      ...(now.deprecated && !old.deprecated ? [{ breaking: false, text: `${what} is deprecated` }] : []),
      ...schemaChanges(old.schema, now.schema, { ...roots, direction: 'input', subject: () => what }),
    ];
  });
}

function requiredChanges(what, old = false, now = false) {
  if (old === now) return [];
  return [{ breaking: now, text: now ? `${what} has become required` : `${what} is no longer required` }];
}

function bodyChanges(old, now, roots) {
  if (!old && !now) return [];
  if (!now) return [{ breaking: true, text: 'the body has gone away' }];
  if (!old) return [{ breaking: now.required === true, text: `the body is new${now.required ? ' and required' : ''}` }];
  const contents = pairsOf(old.content, now.content).flatMap(({ name, old: was, now: is }) => {
    if (!is) return [{ breaking: true, text: `the body can no longer be ${name}` }];
    if (!was) return [{ breaking: false, text: `the body can be ${name}` }];
    return schemaChanges(was.schema ?? true, is.schema ?? true, { ...roots, direction: 'input', subject: bodyField });
  });
  return [...requiredChanges('the body', old.required, now.required), ...contents];
}

function bodyField(path) {
  return path.length === 0 ? 'the body' : `the field ${pathText(path)}`;
}
