/** The HTML of the docs page. The page's own files are texts in the code, because the build contains only code. */
export const INDEX_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Shop Operations Service API</title>
    <link rel="icon" type="image/png" sizes="32x32" href="./favicon-32x32.png">
    <link rel="icon" type="image/png" sizes="16x16" href="./favicon-16x16.png">
    <link rel="stylesheet" href="./swagger-ui.css">
    <link rel="stylesheet" href="./page.css">
  </head>
  <body>
    <p class="connect"><a href="./mcp">Connect an assistant (MCP)</a></p>
    <div id="page"></div>
    <script src="./swagger-ui-bundle.js"></script>
    <script src="./init.js"></script>
  </body>
</html>
`;

/**
 * Starts Swagger UI. A key that is typed in is forgotten when the page closes, because the browser's storage would keep it in
 * plain text.
 */
export const INIT_JS = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: false,
  syntaxHighlight: { theme: 'nord' },
});
`;

/**
 * The page's own styles. They hide the headers of errors, although the document contains them: an operation has a dozen error
 * answers, and most of them have the same headers.
 */
export const PAGE_CSS = `body { margin: 0; background: #fafafa; color: #3b4151; font-family: sans-serif; }
.connect { margin: 0; padding: 12px 20px; text-align: right; }
main { max-width: 960px; margin: 0 auto; padding: 20px; line-height: 1.5; }
main pre { overflow-x: auto; padding: 12px; border: 1px solid #d8dde7; background: #fff; }
.swagger-ui .info { margin: 32px 0; }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table tr td:nth-of-type(n), .swagger-ui .info table tr th { padding: 3px 24px 3px 0; font-size: 13px; min-width: 0; width: auto; }
.swagger-ui .scheme-container { padding: 16px 0; }
.swagger-ui .response:not([data-code^="2"]) .headers-wrapper { display: none; }
.swagger-ui .response-col_links { display: none; }
`;
