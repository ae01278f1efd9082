import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import { instantOf } from '../../../domain/shared/instant.js';
import { chooseLine, type LineChoice, type Lines } from '../../../domain/texting/choose-line.js';
import { aLine } from '../../support/builders/a-line.js';

const OLD = aLine(1);
const MAIN = aLine(2, { isPrimary: true });
const NEW = aLine(3);
const SILENT = { isSending: false };

function choose(lines: readonly PhoneNumber[], fields: Partial<Lines> = {}): LineChoice {
  return chooseLine({ lines, requested: null, lastWrittenTo: null, messagingService: null, ...fields });
}

const line = (one: PhoneNumber): LineChoice => ({ sender: { kind: 'line', line: one }, problem: null });
const service = (id: string): LineChoice => ({ sender: { kind: 'messaging_service', service: id }, problem: null });
const none = (problem: 'unknown_line' | 'silent_line' | 'no_line'): LineChoice => ({ sender: null, problem });

describe('the sender of a text', () => {
  const ALL = { requested: OLD.id, lastWrittenTo: NEW.id, messagingService: 'MG1' };

  it('is the line asked for, before any other', () => {
    expect(choose([OLD, MAIN, NEW], ALL)).toEqual(line(OLD));
  });

  it('is the line that the contact wrote to last, if no line is asked for', () => {
    expect(choose([OLD, MAIN, NEW], { ...ALL, requested: null })).toEqual(line(NEW));
  });

  it.each([
    ['cannot send', { ...NEW, ...SILENT }],
    ['takes no texts', { ...NEW, sms: false }],
    ['is released', { ...NEW, status: 'released' as const }],
    ['is unknown', aLine(9)],
  ])('is the messaging service, if the line that the contact wrote to %s', (_, last) => {
    expect(choose([OLD, MAIN, last], { ...ALL, requested: null, lastWrittenTo: NEW.id })).toEqual(service('MG1'));
  });

  it('is the messaging service even if no line can send', () => {
    expect(choose([], { messagingService: 'MG1' })).toEqual(service('MG1'));
  });

  it('is the primary line, without a messaging service', () => {
    expect(choose([OLD, MAIN, NEW])).toEqual(line(MAIN));
  });

  it('is the oldest line that can send, if the primary one cannot', () => {
    expect(choose([{ ...MAIN, ...SILENT }, NEW, OLD])).toEqual(line(OLD));
    expect(choose([NEW, { ...OLD, ...SILENT }])).toEqual(line(NEW));
  });

  it('is, of two lines of the same time, always the same', () => {
    const [one, other] = [aLine(5, { createdAt: instantOf(0) }), aLine(4, { createdAt: instantOf(0) })];
    expect([choose([one, other]), choose([other, one])]).toEqual([line(other), line(other)]);
  });

  it('may be a line that is being ported', () => {
    expect(choose([aLine(1, { status: 'porting' })])).toEqual(line(aLine(1, { status: 'porting' })));
  });

  it('is missing, if no line can send', () => {
    expect(choose([])).toEqual(none('no_line'));
    expect(choose([aLine(1, SILENT), aLine(2, { isPrimary: true, sms: false }), aLine(3, { status: 'abandoned' })])).toEqual(
      none('no_line'),
    );
  });
});

describe('a line that is asked for', () => {
  it.each([
    ['of nobody', [OLD], 'unknown_line'],
    ['that was released', [OLD, { ...NEW, status: 'released' as const }], 'unknown_line'],
    ['that was abandoned', [OLD, { ...NEW, status: 'abandoned' as const }], 'unknown_line'],
    ['that cannot send', [OLD, { ...NEW, ...SILENT }], 'silent_line'],
    ['that takes no texts', [OLD, { ...NEW, sms: false }], 'silent_line'],
  ] as const)('%s is refused, though another could send', (_, lines, problem) => {
    expect(choose(lines, { requested: NEW.id, messagingService: 'MG1' })).toEqual(none(problem));
  });
});
