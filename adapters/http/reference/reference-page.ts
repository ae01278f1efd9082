import { endpointsOf } from '../endpoint.js';
import { onTheWire } from '../openapi/parameters.js';
import { INFO, openApiDocument, tagOf, type Documented } from '../openapi.js';
import { NO_KEY } from '../connect/connection.js';
import { shownName } from './client-calls.js';
import type { Described } from './document.js';
import { fieldsTable, propertiesOf } from './fields-table.js';
import { described, escaped, inline, pageHtml } from './html.js';
import { operationSection, refsIn, type ShownOperation } from './operation-section.js';
import { json, NO_ADDRESS } from './samples.js';

/**
 * The reference: all operations with their samples, then all events, records and headers. It is made from the registry and its
 * document, and can be read without a script.
 * @param publicUrl the service's public address, if it is known
 */
export function referencePage(registry: Documented, publicUrl: string | null): string {
  // The type has only parts that `openApiDocument` always writes.
  const document = openApiDocument(registry) as Described;
  const groups = groupsOf(registry, document);
  const html = pageHtml({
    title: INFO.title,
    place: './',
    tools: TOOLS,
    side: `<nav class="side" aria-label="Operations">\n${groups.map(contentsOf).join('\n')}\n${eventContents(document)}\n</nav>`,
    main: [
      introduction(groups),
      ...groups.map((group) => areaPart(document, group)),
      eventsPart(document),
      recordsPart(document),
      headersPart(document),
    ].join('\n'),
    script: './page.js',
  });
  return html
    .replaceAll(NO_KEY, `<span class="key">${NO_KEY}</span>`)
    .replaceAll(NO_ADDRESS, `<span class="address">${escaped(publicUrl ?? NO_ADDRESS)}</span>`);
}

interface Group {
  readonly name: string;
  readonly about: string;
  readonly operations: readonly ShownOperation[];
}

function groupsOf({ areas, operations }: Documented, { tags }: Described): Group[] {
  const endpoints = endpointsOf(operations);
  const onRest = new Set(endpoints.flatMap(({ surface, operationId }) => (surface === 'rest' ? [operationId] : [])));
  const shown = operations.flatMap((operation) => {
    const [first, ...others] = endpoints.filter((one) => one.operation === operation);
    return first ? [{ name: shownName(first, onRest), operation, endpoints: [first, ...others] as const }] : [];
  });
  return tags
    .map(({ name, description }) => ({
      name,
      about: description,
      operations: shown.filter(({ endpoints: [first] }) => tagOf(areas, first) === name),
    }))
    .filter((group) => group.operations.length > 0);
}

const TOOLS = `<form class="tools" role="search">
<input type="search" id="search" placeholder="Search (/)" aria-label="Search operations and events" autocomplete="off" spellcheck="false">
<input type="password" id="key" placeholder="API key" aria-label="API key, for the samples and for trying" autocomplete="off" spellcheck="false">
</form>`;

function introduction(groups: readonly Group[]): string {
  const links = groups.map(({ name }) => `<a href="#area-${name}">${name}</a>`);
  return `<div class="intro">
<h1>${INFO.title}</h1>
<p>REST at <code>${NO_ADDRESS}/api/v1</code>, tools for assistants at <code>${NO_ADDRESS}/api/mcp</code>, one key for one shop. The OpenAPI
document is <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. A key that you type stays on this page and is forgotten with it; what
you try happens in its shop. <span id="whose"></span></p>
<p>The samples under <b>Client</b> need <code>shop-operations-client</code>, which comes with the service and is in no registry: ask whoever runs it
for the package, or make it in a checkout (<code>npm run client &amp;&amp; npm pack ./client</code>). Its fields are those of the API, but for two
names: <code>conversation</code> is always <code>conversation_id</code>, and the <code>staff_id</code> of an assignment is <code>assigned_to</code>.</p>
<p class="areas">${links.join(' ')} <a href="#event-kinds">event kinds</a> <a href="#records">records</a> <a href="#headers">headers</a></p>
<p id="found" role="status"></p>
</div>`;
}

function contentsOf({ name, operations }: Group): string {
  const items = operations.map((one) => `<li><a href="#${one.name}">${one.name}</a></li>`);
  return `<p><a href="#area-${name}">${name}</a></p>\n<ul>${items.join('')}</ul>`;
}

function eventContents({ webhooks }: Described): string {
  const items = Object.keys(webhooks).map((kind) => `<li><a href="#event-${kind}">${kind}</a></li>`);
  return `<p><a href="#event-kinds">event kinds</a></p>\n<ul>${items.join('')}</ul>`;
}

function areaPart(document: Described, { name, about, operations }: Group): string {
  return `<section class="area" id="area-${name}">
<h2>${name}</h2>
<p>${inline(about)}</p>
${operations.map((one) => operationSection(document, one)).join('\n')}
</section>`;
}

function eventsPart({ webhooks }: Described): string {
  const sections = Object.entries(webhooks).map(([kind, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'] ?? { schema: {} };
    return `<section class="op" id="event-${kind}">
<h3><a href="#event-${kind}">${kind}</a> <span>${escaped(post.summary)}</span></h3>
<div class="parts">
<div class="about"><details><summary>Fields</summary>
${fieldsTable(propertiesOf(schema.properties?.['data'] ?? {}), false)}
</details></div>
<div class="samples"><pre tabindex="0"><code>${escaped(json(example))}</code></pre></div>
</div>
</section>`;
  });
  return `<section class="area" id="event-kinds">
<h2>event kinds</h2>
<p>What the service announces, by the feed <a href="#events.list">GET /events</a> and to <a href="#webhooks.create">webhooks</a>. The fields are
those of <code>data</code>.</p>
${sections.join('\n')}
</section>`;
}

/** The records that answers refer to, and those that these refer to. */
function recordsPart({ components: { schemas }, paths, webhooks }: Described): string {
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses));
  const wanted = new Set<string>();
  const want = (part: unknown): void => {
    for (const name of refsIn(part).filter((one) => one in schemas && !wanted.has(one))) {
      wanted.add(name);
      want(schemas[name]);
    }
  };
  want(answers);
  want(webhooks);
  const sections = [...wanted].sort().map(
    (name) => `<section class="op" id="record-${name}">
<h3><a href="#record-${name}">${name}</a></h3>
${fieldsTable(propertiesOf(schemas[name] ?? {}), false)}
</section>`,
  );
  return `<section class="area" id="records">\n<h2>records</h2>\n${sections.join('\n')}\n</section>`;
}

function headersPart({ components: { headers, parameters } }: Described): string {
  // Several parameters can have the name of one header. The last is that of a write, whose description says most.
  const asked = new Map(Object.values(parameters).map(({ name, description = '' }) => [name, described(description)]));
  const told = Object.entries(headers).map(([name, { description }]) => [onTheWire(name), described(description)] as const);
  const table = (rows: readonly (readonly [string, string])[]): string =>
    `<table class="fields"><tbody>${rows.map(([name, says]) => `<tr><th scope="row"><code>${name}</code></th><td>${says}</td></tr>`).join('\n')}</tbody></table>`;
  return `<section class="area" id="headers">
<h2>headers</h2>
<h3>Of requests</h3>
${table([...asked])}
<h3>Of answers</h3>
${table(told)}
</section>`;
}
