import { hasReached, strangeness } from '../../adapters/persistence/replica/log-position.js';
import { SharedQuestion } from '../../adapters/persistence/replica/shared-question.js';

const at = (lsn: string, history = '7711/00000001') => ({ lsn, history });

describe('a position', () => {
  it.each([
    ['0/1B81E90', '0/1B81E90', true],
    ['0/1B81E91', '0/1B81E90', true],
    ['0/1B81E8F', '0/1B81E90', false],
    ['1/0', '0/FFFFFFFF', true],
    ['0/FFFFFFFF', '1/0', false],
    ['A/0', '9/0', true],
    ['10/0', 'F/FFFFFFFF', true],
    ['0/0', '0/1', false],
  ])('%s has reached %s: %s', (replica, primary, reached) => {
    expect(hasReached(at(replica), at(primary))).toBe(reached);
  });
});

describe('a server is not read', () => {
  it.each([
    ['when it is no replica', { standby: false }, /^it is no replica/],
    ['when it is a replica of another database', { history: '4711/00000001' }, /another database/],
    ['when it follows another timeline than the primary', { history: '7711/00000002' }, /timeline/],
  ])('%s', (_, change, reason) => {
    expect(strangeness({ ...at('0/1'), standby: true, ...change }, at('0/1'))).toMatch(reason);
  });

  it('but a replica of the primary is read', () => {
    expect(strangeness({ ...at('0/1'), standby: true }, at('0/2'))).toBeNull();
  });
});

describe('a question for several callers', () => {
  /** The question, and functions that answer the open ones in their order. */
  function asked() {
    const open: ((answer: string | Error) => void)[] = [];
    const question = new SharedQuestion<string>(
      () =>
        new Promise((resolve, reject) => {
          open.push((answer) => {
            if (typeof answer === 'string') resolve(answer);
            else reject(answer);
          });
        }),
    );
    return { open, question };
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is asked after each of them has come, and once for all that came meanwhile', async () => {
    const { open, question } = asked();
    const first = [question.answer(), question.answer()];
    await turn();
    const later = [question.answer(), question.answer()];
    await turn();
    expect(open).toHaveLength(1);
    open[0]?.('first');
    expect(await Promise.all(first)).toEqual(['first', 'first']);
    await turn();
    expect(open).toHaveLength(2);
    open[1]?.('second');
    expect(await Promise.all(later)).toEqual(['second', 'second']);
  });

  it('is asked again after a failure', async () => {
    const { open, question } = asked();
    const first = question.answer();
    await turn();
    const later = question.answer();
    open[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    open[1]?.('second');
    expect(await later).toBe('second');
  });
});
