import type { ToolDescription } from '../../../adapters/mcp/tool.js';
import { testedAreas } from '../../support/areas.js';
import { operations } from '../../support/registry.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
import { sharedTestService, type TestService } from '../../support/service.js';
import type { Hints } from '../../support/tested-area.js';

/** The hints of every tool that writes, of all areas. */
const WRITING: Readonly<Record<string, object>> = Object.assign({}, ...testedAreas.map(({ hints }) => hints));
const READING: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const CAPABILITIES = operations.filter(({ capability }) => capability !== undefined);

function sentencesOf(description: string): readonly string[] {
  return description.match(/[A-Z][^.]*(?:\.\S[^.]*)*\.(?= |$)/g) ?? [];
}

let service: TestService;
let tools: readonly ToolDescription[];

beforeAll(async () => {
  service = await sharedTestService();
  const shop = await service.shop();
  const listed = await shop.full.send('POST', '/api/mcp?sections=all', { body: TOOL_LIST });
  tools = listed.body.result.tools as readonly ToolDescription[];
});
afterAll(() => service.stop());

it('the description of every capability says in four sentences what it does, whom it touches, what a repetition does, what it refuses', () => {
  const wrong = CAPABILITIES.flatMap(({ name, description }) => {
    const sentences = sentencesOf(description);
    const [does = '', touches = '', repetition = '', refuses = '', ...more] = sentences;
    const isComplete =
      sentences.join(' ') === description &&
      /^[A-Z][a-z]+s /.test(does) &&
      /nobody|customer|contact|teammate/i.test(touches) &&
      repetition.startsWith('A repetition ') &&
      refuses.startsWith('Refuses ');
    return isComplete && more.length === 0 ? [] : [[name, sentences]];
  });
  expect(wrong).toEqual([]);
});

it('the description of a tool leaves out the sentences that its hints say, and no others', () => {
  const left = tools.flatMap(({ name, description }) => {
    const kept = sentencesOf(description);
    const all = sentencesOf(CAPABILITIES.find((one) => one.name === name)?.description ?? '');
    const own = kept.filter((sentence) => sentence !== 'An unknown id matches nothing.');
    expect([name, all.filter((sentence) => kept.includes(sentence))]).toEqual([name, own]);
    return all.filter((sentence) => !kept.includes(sentence));
  });
  expect(left).toContain('Nobody is contacted.');
  expect(left.filter((sentence) => !/^(?:Nobody is contacted\.|A repetition |Refuses )/.test(sentence))).toEqual([]);
});

it('every tool has the hints that its area lists, and a tool without them only reads', () => {
  const expected = tools.map(({ name }) => [name, name in WRITING ? { readOnlyHint: false, ...WRITING[name] } : READING]);
  expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual(expected);
  expect(Object.keys(WRITING).filter((listed) => !tools.some(({ name }) => name === listed))).toEqual([]);
});

it('a tool that reaches customers says so in its description', () => {
  const reaching = tools.filter(({ annotations }) => annotations.openWorldHint);
  expect(reaching.filter(({ description }) => !description.includes('The customer gets ')).map(({ name }) => name)).toEqual([]);
});
