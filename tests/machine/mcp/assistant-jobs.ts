import { readFile } from 'node:fs/promises';
import type { TestShop } from '../../support/service.js';

type Answer = Awaited<ReturnType<TestShop['full']['tool']>>;
export type Call = (name: string, args?: object) => Promise<Answer>;

export interface Calls {
  readonly call: Call;
  /** makes a call that is refused, and returns what the model reads */
  readonly refused: Call;
}

const PAGE = 'docs/assistant-jobs.md';

/** The tool calls that docs/assistant-jobs.md lists for each job, by the job's number. */
export async function jobsOfPage(): Promise<ReadonlyMap<number, string>> {
  const rows = (await readFile(PAGE, 'utf8')).matchAll(/^\| (\d+) \| .* \| (\S.*?) \| .* \|$/gm);
  return new Map([...rows].map(([, number, calls = '']) => [Number(number), calls]));
}

/**
 * Tests a job of the page: makes its tool calls, and compares them with those that the page lists.
 * @param shop read when the job is played
 */
export function playJob(number: number, title: string, shop: () => TestShop, play: (calls: Calls) => Promise<void>): void {
  it(`does job ${number}: ${title}`, async () => {
    const calls: string[] = [];
    const made = async (name: string, args: object): Promise<Answer> => {
      calls.push(name);
      return shop().full.tool(name, args);
    };
    const call: Call = async (name, args = {}) => {
      const { isError, structuredContent, content } = await made(name, args);
      expect([name, isError, content?.[0]]).toEqual([name, undefined, expect.anything()]);
      return structuredContent;
    };
    const refused: Call = async (name, args = {}) => {
      const { isError, content } = await made(name, args);
      expect([name, isError]).toEqual([name, true]);
      return content[0].text;
    };
    await play({ call, refused });
    expect(calls.join(', ') || 'none').toBe((await jobsOfPage()).get(number));
  });
}
