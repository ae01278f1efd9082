const CONSTANTS = /^(?:export )?const ([A-Z_]+) = ('[^']*');$/gm;
/** A comment, the decorators below it, and the field with its default. */
const FIELD = /^ {2}\/\*\*([\s\S]*?)\*\/\n(?:[\s\S]*?\b|\s*)([A-Z][A-Z0-9_]+)(?:: [^=\n]+)? = ([^;\n]+);$/gm;

const HEAD = `# Settings

Settings come from the environment or from a \`.env\` file. The environment takes precedence. A setting that holds a secret can be given
as a file: \`DATABASE_URL_FILE=/run/secrets/database\`, and so \`DATABASE_DIRECT_URL_FILE\`, \`SIGNING_KEYS_FILE\`, \`REDIS_URL_FILE\`,
\`TWILIO_AUTH_TOKEN_FILE\` and \`SMTP_URL_FILE\`. \`node bin/shop-ops.mjs doctor\` checks all settings and gives advice. This page is made from \`infrastructure/settings/settings.ts\` by \`npm run docs\`.

| Setting | Default | Meaning |
|---|---|---|
`;

/** Makes the page from the source of the class \`Settings\`. The comment of a field is its meaning, with its default if a constant is not enough. */
export function settingsPage(source) {
  const constants = new Map([...source.matchAll(CONSTANTS)].map(([, name, value]) => [name, value]));
  const body = source.slice(source.indexOf('export class Settings {'));
  const rows = [...body.slice(0, body.indexOf('\n}\n')).matchAll(FIELD)].map(([, comment, name, value]) => {
    const text = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
    const [meaning, said] = text.split('. Default: ');
    return `| \`${name}\` | ${said ?? shown(constants.get(value) ?? value)} | ${meaning} |\n`;
  });
  return HEAD + rows.join('');
}

function shown(value) {
  if (value === 'true' || value === 'false') return value === 'true' ? '`on`' : '`off`';
  return `\`${value.replaceAll("'", '')}\``;
}
