/**
 * The types of fields. Each has, for a field:
 * - `domain`: its type in the domain; `decorator` and `options`: its declaration in `application/kernel/fields`
 * - `column`: its column in `*.table.ts`; `sql`: its column in a migration
 * - `example`: a value as JSON, for the suites; `stored`: the same as a value of the domain; `row`: the same as a value of a row
 */
const text = {
  domain: () => 'string',
  decorator: 'Text',
  limit: 'max: 200',
  column: 'text',
  sql: 'text',
  example: ({ label }) => label,
  emptied: true,
};

const number = {
  domain: () => 'number',
  decorator: 'Int',
  limit: 'min: 0',
  column: 'integer',
  sql: 'integer',
  example: () => 3,
  read: Number,
  schema: 'integer',
};

export const FIELD_TYPES = {
  text,
  email: {
    ...text,
    domain: () => 'EmailAddress',
    decorator: 'Email',
    limit: undefined,
    example: () => 'dana@example.com',
    stored: (value) => `${quoted(value)} as EmailAddress`,
  },
  phone: {
    ...text,
    domain: () => 'E164',
    decorator: 'Phone',
    limit: undefined,
    example: () => '+16135550142',
    stored: (value) => `${quoted(value)} as E164`,
  },
  int: number,
  money: {
    ...number,
    domain: () => 'Money',
    decorator: 'Amount',
    limit: undefined,
    column: 'amount',
    sql: 'bigint',
    example: () => 49.5,
    stored: (value) => `${minorUnits(value)} as Money`,
    row: (value) => String(minorUnits(value)),
    schema: 'number',
  },
  flag: {
    domain: () => 'boolean',
    decorator: 'Flag',
    column: 'flag',
    sql: 'boolean',
    example: () => true,
    read: (value) => value === 'true',
    schema: 'boolean',
  },
  instant: {
    domain: () => 'Instant',
    decorator: 'DateTime',
    column: 'instant',
    sql: 'timestamptz(3)',
    example: () => '2026-04-01T09:00:00.000Z',
    stored: (value) => `at(${quoted(value)})`,
  },
  uuid: { domain: ({ id }) => id ?? 'string', decorator: 'Uuid' },
  customer: {
    domain: () => 'CustomerId',
    decorator: 'Uuid',
    limit: "listedBy: 'customers.list'",
    column: 'uuid',
    sql: 'uuid',
  },
};

/** The type of a field that has one of several values, such as `small|large`. */
export const ONE_OF = {
  domain: ({ type }) => type,
  decorator: 'OneOf',
  column: 'text',
  sql: 'text',
  example: ({ values }) => values[0],
};

export function quoted(value) {
  return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** The shops of the tests have a currency with two decimals. */
function minorUnits(value) {
  return Math.round(value * 100);
}
