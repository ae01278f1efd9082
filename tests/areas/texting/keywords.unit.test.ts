import fc from 'fast-check';
import { keywordOf } from '../../../domain/texting/keywords.js';

const STOPS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'ARRET', 'ARRÊT'];

describe('the keyword of an inbound text', () => {
  it.each(STOPS)('is stop for %s, blocked or not', (word) => {
    expect([keywordOf(word, false), keywordOf(word, true)]).toEqual(['stop', 'stop']);
  });

  it.each(['START', 'UNSTOP'])('is start for %s, blocked or not', (word) => {
    expect([keywordOf(word, false), keywordOf(word, true)]).toEqual(['start', 'start']);
  });

  it('is start for YES only while texting is blocked', () => {
    expect([keywordOf('yes', false), keywordOf('Yes!', true)]).toEqual([null, 'start']);
  });

  it.each(['HELP', 'INFO', 'AIDE'])('is help for %s, blocked or not', (word) => {
    expect([keywordOf(word, false), keywordOf(word, true)]).toEqual(['help', 'help']);
  });

  it.each([
    'stop',
    'Stop',
    ' sToP\n',
    'STOP.',
    'Stop!!!',
    '"STOP"',
    '“Stop”',
    '‘stop’',
    '«stop»',
    '`stop`',
    '´stop´',
    '(stop)',
    '...stop...',
    '- stop',
    '¡STOP!',
    'ＳＴＯＰ',
    '「ｓｔｏｐ」',
    'Ｓtop！',
    'STOP\u3000',
    '\u00a0stop\u2009',
    'st\u00adop',
    '\u200bstop\u200d',
    'stop‼\ufe0f',
    'stop all',
    'Opt-out',
    'opt out.',
    'arrêt',
    'arre\u0302t',
    'Arret.',
    '𝗦𝗧𝗢𝗣',
  ])('is stop for %j', (body) => {
    expect(keywordOf(body, false)).toBe('stop');
  });

  it.each([
    '',
    ' ',
    '...',
    'stop it',
    'please stop',
    'stop 2',
    'stopp',
    'non-stop',
    'the end',
    'cancel my appointment',
    'yes please',
    'help me',
    'information',
    'restart',
    'STÖP',
    'stop👍',
    `stop${'!'.repeat(1600)}p`,
    `s${'\u0302'.repeat(1000)}`,
  ])('is none for %j', (body) => {
    expect([keywordOf(body, false), keywordOf(body, true)]).toEqual([null, null]);
  });

  it('is none for a text without a body', () => {
    expect(keywordOf(null, true)).toBeNull();
  });

  it('is the same whatever the case, and whatever stands around the word', () => {
    const around = fc.string({ unit: fc.constantFrom(...' \t\n\r.,;:!?"\'“”‘’«»()[]{}-–—_…*#&%@\u00a0\u200b\ufeff！。') });
    const word = fc
      .tuple(fc.constantFrom(...STOPS), fc.infiniteStream(fc.boolean()))
      .map(([letters, cases]) => [...letters].map((letter) => (cases.next().value ? letter.toLowerCase() : letter)).join(''));
    fc.assert(
      fc.property(around, word, around, (before, typed, after) => {
        expect(keywordOf(before + typed + after, false)).toBe('stop');
      }),
    );
  });
});
