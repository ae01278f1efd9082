/** A tool in the form in which a client offers it to a language model. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters: unknown;
}

interface Schema {
  readonly description?: string;
  readonly format?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly type?: unknown;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const COMBINATIONS = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$ref', 'if'];
const KEYWORDS = [
  '$schema',
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];

/**
 * The reasons why the strictest provider of models would refuse these tools. For one wrong tool a provider refuses all of them.
 */
export function refusedBy(tools: readonly OfferedTool[]): string[] {
  const names = tools.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}: is there twice`);
  return [...twice, ...tools.flatMap(refused)];
}

function refused({ name, description = '', parameters }: OfferedTool): string[] {
  const schema = (parameters ?? {}) as Schema; // safe for any value: the checks below do not expect any field
  return [
    ...(NAME.test(name) ? [] : [`${name}: no name`]),
    ...(description.length > 0 && description.length <= 1024 ? [] : [`${name}: ${description.length} characters of description`]),
    ...(schema.type === 'object' ? [] : [`${name}: takes no object`]),
    ...Object.keys(schema)
      .filter((keyword) => COMBINATIONS.includes(keyword))
      .map((keyword) => `${name}: ${keyword} at the top`),
    ...refusedWithin(name, schema),
  ];
}

function refusedWithin(place: string, schema: Schema): string[] {
  const { format, properties = {}, items } = schema;
  return [
    ...Object.keys(schema)
      .filter((keyword) => !KEYWORDS.includes(keyword))
      .map((keyword) => `${place}: unknown keyword ${keyword}`),
    ...(format === undefined || format === 'date-time' ? [] : [`${place}: format ${format}`]),
    ...Object.entries(properties).flatMap(([name, one]) => [
      ...(one.description ? [] : [`${place}.${name}: says nothing`]),
      ...refusedWithin(`${place}.${name}`, one),
    ]),
    ...(items ? refusedWithin(`${place}[]`, items) : []),
  ];
}
