import { spawnSync } from 'node:child_process';

function judged(script: string, input: unknown): { readonly status: number | null; readonly output: string } {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const { status, stdout, stderr } = spawnSync(process.execPath, [`.ci/${script}.mjs`], { input: text, encoding: 'utf8' });
  return { status, output: (stdout + stderr).trimEnd() };
}

describe('the gate on an audit', () => {
  const report = (high: number, critical: number): object => ({
    vulnerabilities: { thing: { name: 'thing', severity: 'moderate', range: '<2' } },
    metadata: { vulnerabilities: { low: 0, moderate: 1, high, critical } },
  });

  it.each([
    ['a weakness of a lower level', report(0, 0), 0, 'low 0, moderate 1, high 0, critical 0\nmoderate: thing <2'],
    ['one of level high', report(1, 0), 1, 'low 0, moderate 1, high 1, critical 0\nmoderate: thing <2'],
    ['one of level critical', report(0, 1), 1, 'low 0, moderate 1, high 0, critical 1\nmoderate: thing <2'],
    [
      'a registry that refuses to answer',
      { message: '405 Method Not Allowed', error: { summary: '' } },
      0,
      'not answered: 405 Method Not Allowed',
    ],
    ['no registry', { error: { code: 'ENOTFOUND', summary: 'request failed\nmore' } }, 0, 'not answered: request failed'],
    ['nothing', '', 0, 'not answered: npm audit said nothing'],
  ])('decides correctly on %s', (_, output, status, words) => {
    expect(judged('judge-audit', output)).toEqual({ status, output: words });
  });
});

describe('the gate on licences', () => {
  const listed = (...licenses: object[]): object => ({ components: [{ name: 'thing', version: '1.0.0', licenses }] });
  const refused = (licence: string): string => `thing 1.0.0: ${licence} is not one of those allowed in .ci/judge-licences.mjs`;

  it.each([
    ['one that is allowed', listed({ license: { id: 'MIT' } }), 0, '1 packages: MIT 1'],
    ['one that is not', listed({ license: { id: 'GPL-3.0' } }), 1, refused('GPL-3.0')],
    ['one beside one that is allowed', listed({ license: { id: 'MIT' } }, { license: { name: 'Own' } }), 1, refused('MIT, Own')],
    ['a choice', listed({ expression: '(MIT OR GPL-3.0)' }), 1, refused('(MIT OR GPL-3.0)')],
    ['none', listed(), 1, refused('no licence')],
    ['an empty list', { components: [] }, 1, '0 packages: '],
  ])('decides correctly on %s', (_, list, status, words) => {
    expect(judged('judge-licences', list)).toMatchObject({ status, output: expect.stringContaining(words.trimEnd()) });
  });
});

describe('the gate on tests', () => {
  it.each([
    ['two runs that passed', '10 passed, 0 failed\n5 passed, 0 failed\n', 0, '15 passed, 0 failed'],
    ['a failure in one of them', '10 passed, 0 failed\n4 passed, 1 failed\n', 1, '14 passed, 1 failed'],
    ['a run that broke off', 'ReferenceError\n5 passed, 0 failed\n', 1, '5 passed, 1 failed'],
  ])('sums up %s', (_, tallies, status, output) => {
    expect(judged('sum-tallies', tallies)).toEqual({ status, output });
  });
});
