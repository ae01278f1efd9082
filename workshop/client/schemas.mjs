import { answerOf, headersOf, namesOf } from './table.mjs';

/**
 * Returns the schemas of all inputs, answers and events, as the client shows them: an input has the fields of the path, the query, the
 * body and the headers in one object.
 * @returns `schemas` by name, `calls` with the names of their `input` and `item`, and the names of the `events`
 */
export function shownSchemas(document, calls) {
  const schemas = {};
  const keep = keeper(document, schemas);
  const typed = calls.map(({ name, endpoint }) => {
    const entry = document.paths[templateOf(endpoint.path)][endpoint.method.toLowerCase()];
    const input = inputOf(document, entry, endpoint);
    const answer = answerOf(name, endpoint);
    const inputName = Object.keys(input.properties).length > 0 ? `${pascal(name)}Input` : null;
    if (inputName) schemas[inputName] = keep.within(input);
    return {
      name,
      endpoint,
      answer,
      input: inputName,
      isNeeded: input.required.length > 0,
      item: itemOf(entry, answer, name, keep, schemas),
    };
  });
  keep.named('#/components/schemas/Gone'); // what lists of changes also tell
  const events = Object.entries(document.webhooks).map(([kind, { post }]) => {
    const name = `${pascal(kind)}Event`;
    const { properties, ...event } = post.requestBody.content['application/json'].schema;
    schemas[name] = keep.within({ ...event, properties: { ...properties, data: respelled(properties.data) } });
    return name;
  });
  return { schemas, calls: typed, events };
}

function inputOf(document, { parameters = [], requestBody }, endpoint) {
  const names = Object.fromEntries(Object.entries(namesOf(endpoint)).map(([ours, theirs]) => [theirs, ours]));
  const inHeaders = Object.fromEntries(Object.entries(headersOf(endpoint)).map(([ours, header]) => [header, ours]));
  const given = parameters
    .map((parameter) => resolved(document, parameter))
    .filter(({ in: place, name }) => place !== 'header' || inHeaders[name]);
  const body = requestBody ? resolved(document, requestBody.content['application/json'].schema) : {};
  const { idempotency_key: _, ...fields } = body.properties ?? {};
  const properties = {
    ...Object.fromEntries(
      given.map(({ name, schema, description }) => [inHeaders[name] ?? name, { ...schema, ...(description && { description }) }]),
    ),
    ...fields,
  };
  const required = [...given.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])];
  // A description of one field may name another one.
  const said = ({ description, ...schema }) => ({
    ...schema,
    ...(description && {
      description: description.replaceAll(/`(\w+)`/g, (found, name) => (names[name] ? `\`${names[name]}\`` : found)),
    }),
  });
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [names[name] ?? name, said(schema)])),
    required: required.map((name) => names[name] ?? name),
  };
}

/** Returns the name of the type of an answer's record, or of the records of a list. Null: it has none of its own. */
function itemOf({ responses }, answer, name, keep, schemas) {
  if (answer !== 'record' && answer !== 'list') return null;
  const success = responses[200] ?? responses[201];
  const { schema } = success.content['application/json'];
  const { data } = (schema.anyOf?.[0] ?? schema).properties;
  const item = answer === 'record' ? data : (data.items ?? data.properties.items.items);
  if (item.$ref) return keep.named(item.$ref);
  schemas[`${pascal(name)}Answer`] = keep.within(respelled(item));
  return `${pascal(name)}Answer`;
}

/** Keeps the schemas that others refer to, as they are shown in answers. */
function keeper(document, schemas) {
  const keep = {
    named(ref) {
      const name = ref.slice(ref.lastIndexOf('/') + 1);
      if (!(name in schemas)) {
        schemas[name] = {}; // it may refer to itself
        schemas[name] = keep.within(respelled(document.components.schemas[name]));
      }
      return name;
    },
    within(part) {
      if (typeof part !== 'object' || part === null) return part;
      if (Array.isArray(part)) return part.map(keep.within);
      if (part.$ref) keep.named(part.$ref);
      return Object.fromEntries(
        Object.entries(part).flatMap(([key, value]) => (key === 'examples' ? [] : [[key, keep.within(value)]])),
      );
    },
  };
  return keep;
}

/** Renames the thread of a record, and of the records in its lists, as `shown` of the client does. */
function respelled({ properties, required, items, ...schema }) {
  const shown = (name) =>
    name === 'conversation' && properties?.[name] && properties[name].type !== 'object' ? 'conversation_id' : name;
  const entries = Object.entries(properties ?? {}).map(([name, value]) => [shown(name), value.items ? respelled(value) : value]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(entries) }),
    ...(required && { required: required.map(shown) }),
    ...(items && { items: respelled(items) }),
  };
}

function resolved(document, part) {
  if (!part.$ref) return part;
  const [group, name] = part.$ref.split('/').slice(-2);
  return document.components[group][name];
}

function templateOf(path) {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Makes `LeadsCreate` of `leads.create`. */
function pascal(name) {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase());
}
