import { isTool, type Operation } from '../../../application/kernel/operation/operation.js';
import type { OperationEndpoint } from '../endpoint.js';
import { templateOf } from '../openapi/endpoint-names.js';
import { codesOf } from '../openapi/refusals.js';
import { exampleOf } from '../openapi/success.js';
import { STATUS_OF } from '../refusal.js';
import { clientCall } from './client-calls.js';
import { isRef, nameIn, resolved, type Described, type DescribedEndpoint, type DescribedParameter } from './document.js';
import { fieldsTable, propertiesOf, type ShownField } from './fields-table.js';
import { described, escaped, inline } from './html.js';
import { clientCodeOf, curlOf, json, pathOf, toolCallOf, type SampleCall, type SampleValues } from './samples.js';

const BASE = '/api/v1';

/** An operation with its endpoints, the one on REST first. */
export interface ShownOperation {
  /** the name that the document and the client have for it */
  readonly name: string;
  readonly operation: Operation;
  readonly endpoints: readonly [OperationEndpoint, ...OperationEndpoint[]];
}

/** The part of the page about one operation. */
export function operationSection(document: Described, shown: ShownOperation): string {
  const { name, operation, endpoints } = shown;
  const [main, second] = endpoints;
  const entry = entryOf(document, main);
  const call = sampleCall(document, main);
  const also =
    second &&
    `<p>At <code>${second.method} ${templateOf(second.path)}</code>: ${inline(entryOf(document, second).description.split('\n\n').at(-1) ?? '')}</p>`;
  return `<section class="op" id="${name}" data-try="${escaped(json(tryOf(main, call)))}">
<h3><a href="#${name}">${name}</a> <span>${escaped(operation.summary)}</span></h3>
<ul class="endpoints">${endpoints.map((one) => endpointItem(one)).join('')}</ul>
<div class="parts">
<div class="about">
${described(entry.description)}
${also ?? ''}
${inputOf(document, entry)}
${answersOf(entry)}
<p class="codes"><b>Errors</b> ${codesOf(main).map(errorLink).join(' ')}</p>
</div>
<div class="samples">
${samplesOf(document, shown, call)}
</div>
</div>
</section>`;
}

function endpointItem({ method, path, operationId }: OperationEndpoint): string {
  return `<li id="at-${operationId}"><code><b class="${method}">${method}</b> ${BASE}${templateOf(path)}</code></li>`;
}

function entryOf({ paths }: Described, { path, method }: OperationEndpoint): DescribedEndpoint {
  const entry = paths[templateOf(path)]?.[method.toLowerCase()];
  if (!entry) throw new Error(`the document has no ${method} ${path}`);
  return entry;
}

function inputOf(document: Described, { parameters = [], requestBody }: DescribedEndpoint): string {
  const own = parameters.filter((one): one is DescribedParameter => !isRef(one));
  const common = parameters.filter(isRef).map(({ $ref }) => document.components.parameters[nameIn($ref)]?.name ?? '');
  const schema = requestBody?.content['application/json']?.schema;
  const fields: ShownField[] = [
    ...own.map(({ name, in: place, required = false, description, schema: type }) => ({
      ...{ name, required, place },
      schema: { ...type, ...(description !== undefined && { description }) },
    })),
    ...(schema ? propertiesOf(resolved(document, schema)) : []),
  ];
  const headers = `<p>Headers: ${[...new Set(common)].map((name) => `<a href="#headers"><code>${name}</code></a>`).join(' ')}</p>`;
  const rule = requestBody ? described(requestBody.description) : '';
  return `<h4>Input</h4>\n${fields.length > 0 ? fieldsTable(fields, true) : ''}\n${rule}${headers}`;
}

function answersOf({ responses }: DescribedEndpoint): string {
  const answers = Object.entries(responses).flatMap(([status, answer]) => (isRef(answer) ? [] : [{ status, ...answer }]));
  if (answers.length === 0) return '';
  const rows = answers.map(({ status, description, content = {} }) => {
    const records = [...new Set(Object.values(content).flatMap(({ schema }) => refsIn(schema)))];
    const links = records.map((name) => `<a href="#record-${name}">${name}</a>`).join(' ');
    return `<tr><th scope="row"><code>${status}</code></th><td>${inline(description)} ${links}</td></tr>`;
  });
  return `<h4>Answer</h4>\n<table class="fields"><tbody>${rows.join('')}</tbody></table>`;
}

/** The names of the records that a schema refers to. */
export function refsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [nameIn(part)] : refsIn(part),
  );
}

function errorLink(code: ReturnType<typeof codesOf>[number]): string {
  return `<a href="./errors#${code}">${STATUS_OF[code]} ${code}</a>`;
}

function samplesOf(document: Described, { name, operation, endpoints }: ShownOperation, call: SampleCall): string {
  const [main, second] = endpoints;
  const isMade = !operation.errors?.includes('not_implemented');
  const tool = isTool(operation) ? toolCallOf(operation.name, sampleCall(document, second ?? main).body ?? {}) : null;
  const answer = exampleAnswer(entryOf(document, main));
  return [
    sample('curl', 'curl', curlOf(call)),
    isMade ? sample('client', 'Client', clientCodeOf(clientCall(name, main), call)) : '',
    tool === null ? '' : sample('tool', 'Tool call', tool),
    answer === undefined ? '' : `<h4>Answer</h4>\n<pre tabindex="0"><code>${escaped(json(answer))}</code></pre>`,
  ].join('\n');
}

function sample(name: string, title: string, text: string): string {
  return `<div class="sample" data-tab="${name}"><h4>${title}</h4><pre tabindex="0"><code>${escaped(text)}</code></pre></div>`;
}

function exampleAnswer({ responses }: DescribedEndpoint): unknown {
  const [success] = Object.values(responses).flatMap((answer) =>
    isRef(answer) ? [] : (answer.content?.['application/json'] ?? []),
  );
  return success?.example;
}

/** The filter in the sample of a list that is refused without one of several. */
const NEEDED_FILTERS: Readonly<Record<string, string>> = { 'messages.list': 'since' };

/** A call with the document's example, and of the query only what must be given. A list is asked for three records. */
function sampleCall(document: Described, endpoint: OperationEndpoint): SampleCall {
  const { method, path, operation } = endpoint;
  const { parameters = [], requestBody } = entryOf(document, endpoint);
  const own = parameters.filter((one): one is DescribedParameter => !isRef(one));
  const valuesOf = (place: DescribedParameter['in'], isShown: (one: DescribedParameter) => boolean): SampleValues =>
    Object.fromEntries(
      own
        .filter((one) => one.in === place && isShown(one))
        .map(({ name, schema }) => [name, exampleOf(schema, name, operation.input.name)]),
    );
  const place = valuesOf('path', () => true);
  const query = valuesOf('query', ({ name, required = false }) => required || name === NEEDED_FILTERS[operation.name]);
  const isList = own.some(({ name }) => name === 'limit');
  return {
    method,
    path: BASE + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(place[name]))),
    place,
    query: { ...query, ...(isList && method === 'GET' && { limit: 3 }) },
    // The document's example of a body is always an object.
    body: requestBody ? (requestBody.content['application/json']?.example as SampleValues) : null,
  };
}

/** The lists on REST that have the ids of these fields. */
const LISTS: Readonly<Record<string, string>> = {
  customer_id: '/customers',
  vehicle_id: '/vehicles',
  conversation: '/conversations',
  staff_id: '/staff',
  job_id: '/jobs',
  service_ids: '/services',
};

/** Returns what the page's script needs to try the call. `ids` are the ids of the sample, each with a list that has real ones. */
function tryOf({ path }: OperationEndpoint, call: SampleCall): object {
  const { method, body, place } = call;
  const [, list] = /^([^:]+)\/:id\b/.exec(path) ?? [];
  const ids = [
    ...(list === undefined ? [] : [{ id: place['id'], from: BASE + list }]),
    ...Object.entries(body ?? {}).flatMap(([name, value]) =>
      LISTS[name] ? [{ id: [value].flat()[0], from: BASE + LISTS[name] }] : [],
    ),
  ];
  return { method, path: pathOf(call), body, ids };
}
