import { STANDARD_SETTINGS } from '../../../domain/access/shop.js';
import type { E164 } from '../../../domain/shared/phone.js';
import type { LineChoice } from '../../../domain/texting/choose-line.js';
import {
  BLOCK_SOURCES,
  LONGEST_TEXT,
  mayText,
  RULES_AT_HAND_OVER,
  TEXTING_REASONS,
  type TextingReason,
  type TextToSend,
} from '../../../domain/texting/may-text.js';
import { aLine } from '../../support/builders/a-line.js';
import { at } from '../../support/test-clock.js';

const LINE: LineChoice = { sender: { kind: 'line', line: aLine(1) }, problem: null };
const MORNING = '2026-03-03T08:00:00-05:00';
const NOON: TextToSend = {
  moment: 'acceptance',
  now: at('2026-03-02T12:00:00-05:00'),
  body: 'Your car is ready.',
  block: null,
  phone: '+16135550100' as E164,
  line: LINE,
  textingHours: STANDARD_SETTINGS.textingHours,
  closures: [],
  timezone: 'America/Toronto',
  accountSuspended: false,
  featureOff: false,
  dueAt: null,
  sentLastHour: 499,
  hourlyLimit: 500,
};

/** A text that one rule refuses, and the words of that rule. */
const REFUSED: Readonly<Record<TextingReason, readonly [Partial<TextToSend>, string]>> = {
  empty_body: [{ body: ' \n' }, 'the text is empty'],
  body_too_long: [{ body: 'a'.repeat(LONGEST_TEXT + 1) }, 'the text is longer than 1600 characters'],
  opted_out: [{ block: 'stop' }, 'the contact has opted out of texts with STOP'],
  quiet_hours: [
    { now: at('2026-03-02T21:00:00-05:00') },
    `it is outside the shop's texting hours; the next permitted minute is ${MORNING} (America/Toronto)`,
  ],
  no_sender: [{ line: { sender: null, problem: 'no_line' } }, 'no line of the shop can send texts'],
  no_phone: [{ phone: null }, 'there is no phone number on file'],
  account_suspended: [{ accountSuspended: true }, 'the account of the shop is suspended'],
  feature_off: [{ featureOff: true }, 'the feature behind this text is switched off for the shop'],
  too_late: [{ moment: 'hand-over', dueAt: at('2026-03-02T10:59:59.999-05:00') }, 'the text was due more than 60 minutes ago'],
  hourly_limit: [{ sentLastHour: 500 }, 'the shop has reached its limit of 500 texts within 60 minutes'],
};
const PAIRS = TEXTING_REASONS.flatMap((one, index) => TEXTING_REASONS.slice(index + 1).map((other) => [one, other] as const))
  // A text cannot be empty and too long.
  .filter(([one, other]) => one !== 'empty_body' || other !== 'body_too_long');

const NO_PROBLEMS = Object.fromEntries(TEXTING_REASONS.map((reason) => [reason, null]));

const nextOf = (...reasons: TextingReason[]): unknown => (reasons.includes('quiet_hours') ? at(MORNING) : null);

describe('a text', () => {
  it.each(['acceptance', 'hand-over'] as const)('that no rule refuses may be sent through its line, at %s', (moment) => {
    const allowed = { allowed: true, sender: LINE.sender, reasons: [], nextPermittedAt: null };
    expect(mayText({ ...NOON, moment })).toEqual(allowed);
  });

  it.each(TEXTING_REASONS)('is refused for %s alone', (reason) => {
    const [fields, sentence] = REFUSED[reason];
    const problems = { ...NO_PROBLEMS, [reason]: sentence };
    const refused = { allowed: false, reasons: [reason], nextPermittedAt: nextOf(reason), sentence, problems };
    expect(mayText({ ...NOON, ...fields })).toEqual(refused);
  });

  it.each(PAIRS)('is refused for %s and %s, in this order', (one, other) => {
    const [[fields, sentence], [more, words]] = [REFUSED[one], REFUSED[other]];
    expect(mayText({ ...NOON, ...fields, ...more })).toEqual({
      allowed: false,
      reasons: [one, other],
      nextPermittedAt: nextOf(one, other),
      sentence: `${sentence}; ${words}`,
      problems: { ...NO_PROBLEMS, [one]: sentence, [other]: words },
    });
  });

  it('is refused for every reason at once, in the order of the list', () => {
    const all = TEXTING_REASONS.filter((reason) => reason !== 'empty_body');
    const text = all.reduce<TextToSend>((text, reason) => ({ ...text, ...REFUSED[reason][0] }), NOON);
    expect(mayText(text)).toMatchObject({ allowed: false, reasons: all, nextPermittedAt: at(MORNING) });
  });
});

it('a text that was accepted can end by every rule but those about its body and its number', () => {
  const mistakes = TEXTING_REASONS.filter((reason) => !RULES_AT_HAND_OVER.includes(reason));
  expect(mistakes).toEqual(['empty_body', 'body_too_long', 'no_phone']);
});

describe('the rules of texting', () => {
  const reasonsFor = (fields: Partial<TextToSend>): readonly TextingReason[] => mayText({ ...NOON, ...fields }).reasons;
  const sentenceFor = (fields: Partial<TextToSend>): unknown => {
    const decision = mayText({ ...NOON, ...fields });
    return decision.allowed || decision.sentence;
  };

  it('name the source of a block', () => {
    expect(BLOCK_SOURCES.map((block) => sentenceFor({ block }))).toEqual([
      'the contact has opted out of texts with STOP',
      'the staff of the shop has blocked texts to this number',
      'the text provider has this number on its list of opt-outs',
      'this number was imported as opted out of texts',
    ]);
  });

  it('name the problem of the line', () => {
    const problems = ['unknown_line', 'silent_line', 'no_line'] as const;
    expect(problems.map((problem) => sentenceFor({ line: { sender: null, problem } }))).toEqual([
      'the line asked for is not a live line of this shop; leave it out, and the usual line is taken',
      'the line asked for cannot send texts',
      'no line of the shop can send texts',
    ]);
  });

  it('say so if there is no next permitted minute', () => {
    expect(mayText({ ...NOON, textingHours: {} })).toMatchObject({
      allowed: false,
      reasons: ['quiet_hours'],
      nextPermittedAt: null,
      sentence: "it is outside the shop's texting hours; the next 366 days have none",
    });
  });

  it('allow 1 to 1,600 characters, counted after trimming in code points', () => {
    const bodies = ['a', ` ${'a'.repeat(1600)}\n`, '😀'.repeat(1600), '😀'.repeat(1601)];
    expect(bodies.map((body) => reasonsFor({ body }))).toEqual([[], [], [], ['body_too_long']]);
  });

  it('ask nothing of a body that is not there', () => {
    expect(reasonsFor({ body: null })).toEqual([]);
  });

  it('allow a hand-over 60 minutes late, and never find an acceptance too late', () => {
    const [hour, more] = [at('2026-03-02T11:00:00-05:00'), at('2026-03-02T10:59:59.999-05:00')];
    expect(reasonsFor({ moment: 'hand-over', dueAt: hour })).toEqual([]);
    expect(reasonsFor({ moment: 'acceptance', dueAt: more })).toEqual([]);
  });

  it('count to the limit', () => {
    expect([0, 499, 500, 501].map((sentLastHour) => reasonsFor({ sentLastHour }).length)).toEqual([0, 0, 1, 1]);
  });

  it('hold for a text through a messaging service, too', () => {
    const line: LineChoice = { sender: { kind: 'messaging_service', service: 'MG1' }, problem: null };
    expect(mayText({ ...NOON, line })).toMatchObject({ allowed: true, sender: line.sender });
    expect(reasonsFor({ line, block: 'staff' })).toEqual(['opted_out']);
  });
});
