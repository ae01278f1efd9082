import { taken } from '../fields.mjs';
import { capitalized } from '../names.mjs';
import { described, inputSource, ownImports, placesSource, SHARED_IMPORTS, valueLists } from './parts.mjs';

/** An operation that reads one record: `--read` without `--shows`. */
export function gettingSource(spec) {
  const { name, pascal, file, record, port } = spec;
  const a = `${record.article} ${record.text}`;
  return `${SHARED_IMPORTS}${ownImports(spec)}
${inputSource(spec)}
class ${pascal} implements UseCase<${pascal}Input, ${record.name}> {
  constructor(private readonly ${port.key}: ${port.name}) {}

  async execute({ shop }: Caller, { id }: ${pascal}Input): Promise<${record.name}> {
    const ${record.key} = await this.${port.key}.find(shop.id, id);
    if (!${record.key}) throw new NotFound('${record.text}');
    return ${record.key};
  }
}

export const ${file.camel} = operation(${pascal}, {
  name: '${name}',
  summary: 'Read ${a}',
  description: ${described(`Reads one ${record.text} of the shop.`, 'reads anew', `an \`id\` that no ${record.text} has`)},
  scope: 'read',
${placesSource(spec)}  input: ${pascal}Input,
  output: one(${record.name}View),
  needs: [${port.name}],
  errors: ['not_found'],
});
`;
}

/** An operation that changes one record: `--change`. The domain decides what changes. */
export function changingSource(spec) {
  const { name, area, pascal, file, record, port, fields } = spec;
  const given = fields.length === 0 ? '' : `{ ${fields.map(({ key }) => key).join(', ')} }, `;
  const unpacked = fields.length === 0 ? '' : `    const { ${['id', ...fields.map(taken)].join(', ')} } = input;\n`;
  return `${SHARED_IMPORTS}${ownImports(spec)}
import { ${file.camel} as decide } from '../../../domain/${area.kebab}/${file.kebab}.js';
import { ${record.events} } from './${record.kebab}.events.js';

${valueLists(fields)}${inputSource(spec)}
class ${pascal} implements UseCase<${pascal}Input, ${record.name}> {
  constructor(
    private readonly ${port.key}: ${port.name},
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, ${fields.length === 0 ? '{ id }' : 'input'}: ${pascal}Input, cause: Cause): Promise<${record.name}> {
${unpacked}    const ${record.key} = await this.${port.key}.change(shop.id, id, (before) =>
      this.announcer.announce(${record.events}, before, decide(before, ${given}this.clock.now()), cause),
    );
    if (!${record.key}) throw new NotFound('${record.text}');
    return ${record.key};
  }
}

export const ${file.camel} = operation(${pascal}, {
  name: '${name}',
  summary: '${capitalized(file.text)}',
  description: ${described(`Changes one ${record.text} of the shop.`, 'changes nothing', `an \`id\` that no ${record.text} has`)},
  scope: 'full',
${placesSource(spec)}  input: ${pascal}Input,
  output: one(${record.name}View),
  needs: [${port.name}, Clock, Announcer],
  errors: ['not_found'],
  repeatable: true,
});
`;
}

/** The rule of the change, which the team writes: `domain/<area>/<verb>-<record>.ts`. */
export function ruleSource({ name, file, record, fields, pascal }) {
  const own = (path) => path.replace(/^\.\.\/\.\.\/\.\.\/domain\/[^/]+\//, './').replace('./id.js', '../shared/id.js');
  const from = record.from.startsWith('../../../domain/shared/')
    ? record.from.replace('../../../domain/', '../')
    : own(record.from);
  const ids = fields.flatMap(({ id }) => (id ? [`import type { ${id} } from '../shared/id.js';\n`] : []));
  const type = (field) =>
    `${field.values ? field.values.map((value) => `'${value}'`).join(' | ') : field.is.domain(field)}${field.optional ? ' | null' : ''}`;
  const given = fields.length === 0 ? '' : `_given: ${pascal}Given, `;
  const declaration = `
interface ${pascal}Given {
${fields.map((field) => `  readonly ${field.key}: ${type(field)};\n`).join('')}}
`;
  return `
import type { EmailAddress } from '../shared/contact.js';
import { unchanged, type Decision } from '../shared/events.js';
${ids.join('')}import type { Instant } from '../shared/instant.js';
import type { Money } from '../shared/money.js';
import type { E164 } from '../shared/phone.js';
import type { ${record.name} } from '${from}';
${fields.length === 0 ? '' : declaration}
/** Decides what \`${name}\` changes: nothing, until there is a rule. */
export function ${file.camel}(${record.key}: ${record.name}, ${given}_now: Instant): Decision<${record.name}, never> {
  return unchanged(${record.key});
}
`;
}
