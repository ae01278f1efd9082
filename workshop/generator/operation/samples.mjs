import { blankValue } from './computing.mjs';

/** An id that no record has, for a field whose kind of record no sample has. */
const UNKNOWN = "'018f0000-0000-7000-8000-00000000000a'";

/** The entry of `samples` for the operation. */
export function sampleEntry(spec) {
  if (spec.kind === 'list') return `  '${spec.name}': () => ({ input: { limit: 10 } })`;
  const { name, record, fields, shows, kind, path } = spec;
  const needed = [...(record ? [record.key] : []), ...fields.flatMap(({ record: one }) => (one ? [one] : []))];
  const given = record && path === null ? [`id: ${record.key}`] : [];
  const input = [...given, ...fields.map((field) => `${field.name}: ${sampleValue(field)}`)];
  // An id of another shop finds nothing, so the answer is that of an operation without a rule.
  const answer =
    kind === 'change'
      ? '{ data: {} }'
      : `{ data: { ${shows.map((field) => `${field.name}: ${blankValue(field)}`).join(', ')} } }`;
  const references = [
    ...(record ? [`id: [${record.key}, 404]`] : []),
    ...fields.filter(({ typeName }) => typeName === 'uuid').map((field) => `${field.name}: [${sampleValue(field)}, ${answer}]`),
  ];
  const parts = [
    `input: { ${input.join(', ')} }`,
    ...(record && path !== null ? [`path: { id: ${record.key} }`] : []),
    ...(references.length > 0 ? [`references: { ${references.join(', ')} }`] : []),
  ];
  const records = [...new Set(needed)];
  return `  '${name}': (${records.length > 0 ? `{ ${records.join(', ')} }` : ''}) => ({ ${parts.join(', ')} })`;
}

export function sampleValue({ typeName, record, example }) {
  if (typeName !== 'uuid') return example;
  return record ?? UNKNOWN;
}

/** The file of an area's samples, for the first operation that has its sample there. */
export function samplesFile({ area }, entry) {
  return `
import type { ShopRecords } from '../records.js';
import type { Sample } from '../samples.js';

/** More samples of the area \`${area.snake}\`, as \`samples\` has them. */
export const ${area.camel}Samples: Readonly<Record<string, (records: ShopRecords) => Sample>> = {
${entry},
};
`;
}

/** The hints of a tool that writes, as a row of `tests/machine/mcp/tool-descriptions.test.ts`. */
export function hintsEntry({ name, kind }) {
  return `  '${name}': { destructiveHint: false, idempotentHint: ${kind === 'change'}, openWorldHint: false }`;
}
