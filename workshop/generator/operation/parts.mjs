import { quoted } from '../field-types.mjs';
import { declared } from '../fields.mjs';

/** Everything that the file of an operation may import from the shared code. */
export const SHARED_IMPORTS = `
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { Money } from '../../../domain/shared/money.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Amount, DateTime, Email, Flag, Int, OneOf, PathId, Phone, Text, Uuid } from '../../kernel/fields/fields.js';
import type { Caller } from '../../kernel/operation/caller.js';
import { get, operation, patch, post, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/clock.js';
`;

/** The imports of the area's own types and of its port. */
export function ownImports({ record, port, fields }) {
  const ids = fields.flatMap(({ id }) => (id ? [`import type { ${id} } from '../../../domain/shared/id.js';\n`] : []));
  const types = record
    ? `import type { ${record.name} } from '${record.from}';\nimport type { ${record.id} } from '${record.idFrom}';\nimport { ${record.name}View } from './${record.kebab}.view.js';\n`
    : '';
  return `${ids.join('')}${types}${port ? `import { ${port.name} } from './${port.file.split('/').at(-1).replace('.ts', '.js')}';\n` : ''}`;
}

/** The lists of values of the fields that have one of several values. */
export function valueLists(fields) {
  return fields
    .filter(({ values }) => values)
    .map(
      ({ list, type, values }) =>
        `const ${list} = [${values.map(quoted).join(', ')}] as const;\ntype ${type} = (typeof ${list})[number];\n\n`,
    )
    .join('');
}

/** The class of the input. A model reads the descriptions of a capability, so each field has one. */
export function inputSource({ pascal, record, fields, section, path, listedBy, onRecord }) {
  const described = section !== undefined;
  const source = listedBy ? `listedBy: '${listedBy}'` : described ? `description: 'The id of the ${record?.text}.'` : '';
  const id = onRecord
    ? `  @${path === null ? 'Uuid' : 'PathId'}(${source === '' ? '' : `{ ${source} }`}) id!: ${record.id};\n`
    : '';
  const field = (one) => {
    const decorator = declared(one, described ? [`description: ${quoted(`${one.label}.`)}`] : []);
    return `  ${decorator} ${one.name}${one.optional ? '?' : '!'}: ${one.is.domain(one)};\n`;
  };
  return `class ${pascal}Input {${id === '' && fields.length === 0 ? '' : '\n'}${id}${fields.map(field).join('')}}\n`;
}

/** The lines of the operation that say where it is served. */
export function placesSource({ kind, path, section, feature }) {
  const verb = kind === 'read' || kind === 'get' ? 'get' : 'post';
  const budget = verb === 'get' ? 'read' : 'write';
  const switched = feature === undefined ? '' : `, feature: '${feature}'`;
  return [
    ...(path === null ? [] : [`  route: ${verb}('${path}'),\n`]),
    ...(section === undefined ? [] : [`  capability: { permission: '${section}', budget: '${budget}'${switched} },\n`]),
  ].join('');
}

/** The longest text that stands on one line. */
const LINE = 110;

/** The description: four sentences, as a capability needs them. */
export function described(does, repetition, refuses) {
  const [first, rest] = [`${does} Nobody is contacted. A repetition ${repetition}.`, `Refuses ${refuses}.`];
  const whole = `${first} ${rest}`;
  return whole.length > LINE ? `${quoted(`${first} `)} + ${quoted(rest)}` : quoted(whole);
}
