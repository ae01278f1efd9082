/** Text as HTML, also inside of an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A description as HTML: paragraphs, lists, and what stands between backquotes as code. */
export function described(text: string): string {
  return text
    .split('\n\n')
    .map((block) => {
      if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
      const items = block.split('\n').map((line) => `<li>${inline(line.replace(/^- /, ''))}</li>`);
      return `<ul>${items.join('')}</ul>`;
    })
    .join('\n');
}

/** A description that stands in a line. */
export function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const PLACES = [
  ['./', 'Operations'],
  ['./errors', 'Errors'],
  ['./mcp', 'Connect an assistant'],
] as const;

export interface PageParts {
  readonly title: string;
  /** where the page is, relative to `/docs/` */
  readonly place: (typeof PLACES)[number][0];
  readonly main: string;
  /** what stands in the header, beside the links to the pages */
  readonly tools?: string;
  /** what stands beside the main part */
  readonly side?: string;
  readonly script?: string;
}

/** A page of the documents. Its files are beside it. */
export function pageHtml({ title, place, main, tools = '', side = '', script }: PageParts): string {
  const links = PLACES.map(([at, name]) => `<a href="${at}"${at === place ? ' aria-current="page"' : ''}>${name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="./icon.svg">
<link rel="stylesheet" href="./page.css">
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header class="top"><nav aria-label="Pages">${links.join('')}</nav>${tools}</header>
${side}
<main id="main">
${main}
</main>
${script === undefined ? '' : `<script src="${script}"></script>`}
</body>
</html>
`;
}
