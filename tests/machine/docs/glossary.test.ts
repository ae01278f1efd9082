import { readFile } from 'node:fs/promises';
import { SKIP_REASONS } from '../../../domain/automations/automation-run.js';
import { NO_SLOT_REASONS } from '../../../domain/booking/booking.js';
import { ROLES } from '../../../domain/staff/staff.js';
import { TEXTING_REASONS } from '../../../domain/texting/may-text.js';

it.each([
  ['every role', ROLES],
  ['every refusal of a text', TEXTING_REASONS],
  ['every reason why a booking has no time', NO_SLOT_REASONS],
  ['every reason why a rule did nothing', SKIP_REASONS],
])('the glossary has %s', async (_, words) => {
  const [handwritten = ''] = (await readFile('docs/glossary.md', 'utf8')).split('\n## Types');
  expect(words.filter((word) => !handwritten.includes(`\`${word}\``))).toEqual([]);
});
