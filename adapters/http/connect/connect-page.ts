import { etagOf } from '../answer.js';
import type { Handler } from '../locals.js';
import { sendPage } from '../page.js';
import { escaped, pageHtml } from '../reference/html.js';
import { clientsOf, notesFor, type McpClient } from './clients.js';
import { NO_KEY } from './connection.js';
import { ownAddress } from './own-address.js';

/**
 * Returns the handler of the page that shows how to connect an assistant: the lines of `shop-ops mcp config`, with the address
 * at which the reader sees the page and a placeholder in place of the key. The page has no script.
 * @param publicUrl the service's public address, if it is known
 */
export function connectPage(publicUrl: string | null): Handler {
  return (request, response) => {
    const content = connectHtml(`${ownAddress(request, publicUrl)}/api/mcp`);
    sendPage(request, response, { type: 'text/html; charset=utf-8', content, etag: etagOf(content) });
  };
}

function connectHtml(url: string): string {
  const connection = { url, key: NO_KEY };
  const clients = clientsOf(connection);
  const contents = clients.map(({ name, title }) => `<li><a href="#${name}">${escaped(title)}</a></li>`);
  const notes = notesFor(connection).map((note) => `<li>${escaped(note)}</li>`);
  return pageHtml({
    title: 'Connect an assistant',
    place: './mcp',
    main: `<h1>Connect an assistant</h1>
<p>The tools are at <code>${escaped(url)}</code>, for every client of the Model Context Protocol (MCP) over HTTP. Replace
<code>${NO_KEY}</code> by a key of the shop. <code>npx shop-ops mcp config</code> prints these lines, on a demo with its key.</p>
<ul>
${notes.join('\n')}
</ul>
<ul>
${contents.join('\n')}
</ul>
${clients.map(sectionOf).join('\n')}`,
  });
}

function sectionOf({ name, title, hint, lines }: McpClient): string {
  const blocks = lines.map(({ where, text }) => `<p>${escaped(where)}:</p>\n<pre><code>${escaped(text)}</code></pre>`);
  return [
    `<section id="${name}">`,
    `<h2>${escaped(title)}</h2>`,
    ...(hint === undefined ? [] : [`<p>${escaped(hint)}</p>`]),
    ...blocks,
    '</section>',
  ].join('\n');
}
