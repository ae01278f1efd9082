import { declared } from '../fields.mjs';
import { capitalized, thirdPerson } from '../names.mjs';
import { described, inputSource, ownImports, placesSource, SHARED_IMPORTS, valueLists } from './parts.mjs';

/** An operation that computes its answer (`--read` with `--shows`), or that does what is no change of a record (`--write`). */
export function computingSource(spec) {
  const { name, kind, pascal, file, result, record, port, fields, shows, onRecord } = spec;
  const key = file.camel;
  const writes = kind === 'write';
  const what = `${capitalized([thirdPerson(file.words[0]), ...file.words.slice(1)].join(' '))}.`;
  return `${SHARED_IMPORTS}${ownImports(spec)}
${valueLists([...fields, ...shows])}${inputSource(spec)}
interface ${result} {
${shows.map((field) => `  readonly ${field.key}: ${typeOf(field)};\n`).join('')}}

class ${result}View {
${shows.map((field) => `  ${shownAs(field)} ${field.name}!: ${typeOf(field)};\n`).join('')}
  static of({ ${shows.map(({ key: one }) => one).join(', ')} }: ${result}): ${result}View {
    return { ${shows.map(({ name: one, key: own }) => (one === own ? one : `${one}: ${own}`)).join(', ')} };
  }
}

class ${pascal} implements UseCase<${pascal}Input, ${result}> {
${port ? `  constructor(private readonly ${port.key}: ${port.name}) {}\n\n` : ''}${
    onRecord
      ? findingExecute(spec)
      : `  execute(_caller: Caller, _input: ${pascal}Input): Promise<${result}> {
    return Promise.resolve(${blank(shows)});
  }
`
  }}

export const ${key} = operation(${pascal}, {
  name: '${name}',
  summary: '${capitalized(file.text)}',
  description: ${described(what, writes ? 'does it again' : 'reads anew', record ? `an \`id\` that no ${record.text} has` : 'a field of another type')},
  scope: '${writes ? 'full' : 'read'}',
${placesSource(spec)}  input: ${pascal}Input,
  output: one(${result}View),
  needs: [${port ? port.name : ''}],
${onRecord ? "  errors: ['not_found'],\n" : ''}});
`;
}

function findingExecute({ pascal, result, record, port, shows }) {
  return `  async execute({ shop }: Caller, { id }: ${pascal}Input): Promise<${result}> {
    const ${record.key} = await this.${port.key}.find(shop.id, id);
    if (!${record.key}) throw new NotFound('${record.text}');
    return ${blank(shows)};
  }
`;
}

/** The answer until there is a rule, as code. */
function blank(shows) {
  return `{ ${shows.map((field) => `${field.key}: ${blankValue(field)}`).join(', ')} }`;
}

/** The value of a shown field until there is a rule, as code and in the answer. */
export function blankValue({ typeName, optional, example }) {
  if (optional) return 'null';
  return { int: '0', flag: 'false' }[typeName] ?? example;
}

function typeOf({ is, optional, values, type }) {
  return `${values ? type : is.domain({})}${optional ? ' | null' : ''}`;
}

function shownAs(field) {
  return declared({ ...field, is: { ...field.is, limit: field.typeName === 'int' ? field.is.limit : undefined } }, [
    `description: '${field.label}.'`,
  ]).replace('optional: true', 'nullable: true');
}
