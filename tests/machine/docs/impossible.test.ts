import { readFile } from 'node:fs/promises';
import { openApiDocument } from '../../../adapters/http/openapi.js';
import { endpointsOf } from '../../../adapters/http/endpoint.js';
import { areaOf } from '../../../application/kernel/area.js';
import { operations, registry } from '../../support/registry.js';

/** The words with which a sentence says that something is not possible, or not possible yet. */
const CLAIM =
  /\b(not|never) (possible|supported|available|served|implemented)\b|\b(cannot|yet)\b|\bno tool\b|\bonly reads?\b|\bnobody can\b|\bonly the contact can\b|\bnothing (is deleted|is booked|books|answers)\b/i;

/** A test that shows what a sentence says: its file, and a part of its title. */
type Shown = readonly [file: string, title: string];

const HERE = 'tests/machine/docs/impossible.test.ts';
const NO_JOBS: Shown = ['tests/areas/jobs/read.test.ts', 'is 501 for any body'];
const ONLY_READ: Shown = [HERE, 'are only read'];
const NOT_DELETED: Shown = [HERE, 'are not deleted'];
const LATE_DECODE: Shown = ['tests/machine/http/outward-calls.slow.test.ts', 'stores the vehicle when its decoder answers'];
const OUTAGE: Shown = ['tests/machine/infrastructure/database-outage.slow.test.ts', '503'];

/** The beginning of each such sentence, with the test of it. */
const SHOWN: Readonly<Record<string, Shown>> = {
  'This is not possible through the API.': NO_JOBS,
  'Create a job (never possible here)': NO_JOBS,
  'They are built in the app, and the API only reads them.': ONLY_READ,
  'The API only reads them.': ONLY_READ,
  'Nothing is booked here.': ONLY_READ,
  'Nobody is contacted, and a slot is no reservation: nothing books here': ONLY_READ,
  'Nobody is contacted: nothing answers a review.': ONLY_READ,
  'Nothing is deleted.': NOT_DELETED,
  'The customer gets it within seconds, and nobody can take it back.': NOT_DELETED,
  'Refuses to lift a block that the contact set by STOP: only the contact can.': [
    'tests/areas/texting/can-contact.test.ts',
    'cannot lift a STOP',
  ],
  '`stop`: only the contact can lift it': ['tests/areas/texting/can-contact.test.ts', 'cannot lift a STOP'],
  'If the decoder cannot be reached': LATE_DECODE,
  'The database cannot be reached': OUTAGE,
  'A number that cannot be read is kept as it came.': [
    'tests/machine/adapters/sms/twilio-call-forms.test.ts',
    'keeps a caller who is no number',
  ],
};

/** The beginnings of sentences that have such a word and say nothing about what is possible. */
const OTHERS = [
  'People who asked but have not bought yet',
  'Adds a lead, a person who asked but has not bought yet',
  'Lists leads, people who asked but have not bought yet',
  'The seconds to wait for an event if there is none yet',
  'No person has answered yet',
  '`lead`: a job that is not booked yet',
];

function sentencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' && (name === 'description' || name === 'summary')
      ? value.split(/(?<=[.!?|])\s+|\n+/)
      : sentencesIn(value),
  );
}

const claims = [...new Set(sentencesIn(openApiDocument(registry)))].filter((sentence) => CLAIM.test(sentence));
const known = [...Object.keys(SHOWN), ...OTHERS];

test('each sentence of the document that says what is not possible has a test', () => {
  expect(claims.filter((sentence) => !known.some((beginning) => sentence.startsWith(beginning)))).toEqual([]);
});

test('no test is listed for a sentence that is gone', () => {
  expect(known.filter((beginning) => !claims.some((sentence) => sentence.startsWith(beginning)))).toEqual([]);
});

test.each(Object.entries(SHOWN))('the test exists: %s', async (_, [file, title]) => {
  expect(await readFile(file, 'utf8')).toContain(title);
});

test.each(['quotes', 'invoices', 'booking', 'reviews'])('%s are only read', (area) => {
  expect(operations.filter(({ name, scope }) => areaOf(name) === area && scope !== 'read')).toEqual([]);
});

test.each(['/tasks', '/messages'])('%s are not deleted', (path) => {
  const gone = endpointsOf(operations).filter((one) => one.path.startsWith(path) && one.method === 'DELETE');
  expect(gone).toEqual([]);
  expect(operations.map(({ name }) => name).filter((name) => /^(tasks|messages)\.(delete|cancel|withdraw)/.test(name))).toEqual(
    [],
  );
});
