import { ERROR_CODES, type ErrorCode } from '../../../domain/shared/errors.js';
import { ERROR_WORDS } from '../openapi/refusals.js';
import { STATUS_OF } from '../refusal.js';
import { ERROR_HELP } from './error-help.js';
import { inline, pageHtml } from './html.js';

/** The page to which the `Link` of every error leads: what a code means, what to do, and whether a retry helps. */
export function errorsPage(): string {
  const contents = ERROR_CODES.map((code) => `<li><a href="#${code}">${code}</a> <span>${STATUS_OF[code]}</span></li>`);
  return pageHtml({
    title: 'Errors of the Shop Operations API',
    place: './errors',
    main: `<h1>Errors</h1>
<p>Every error is <code>{"error": {"code", "message"}}</code>. A code is stable and for programs; a message is for people and may change.
<code>Link</code> leads from an error to its paragraph here, <code>Should-Retry: false</code> says that the same call would be refused again, and
<code>X-Request-Id</code> is what the operator wants to know when you ask for help.</p>
<ul class="codes">
${contents.join('\n')}
</ul>
${ERROR_CODES.map(sectionOf).join('\n')}`,
  });
}

function sectionOf(code: ErrorCode): string {
  const { todo, retry } = ERROR_HELP[code];
  const { when, message } = ERROR_WORDS[code];
  return `<section id="${code}" class="error">
<h2><a href="#${code}"><code>${code}</code></a> <span>${STATUS_OF[code]}</span></h2>
<dl>
<dt>What it means</dt><dd>${inline(when)}</dd>
<dt>What to do</dt><dd>${inline(todo)}</dd>
<dt>Does a retry help?</dt><dd>${inline(retry)}</dd>
<dt>A message</dt><dd>${inline(message)}</dd>
</dl>
</section>`;
}
