import type { ToolDescription } from '../../../adapters/mcp/tool.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
import { sharedTestService, type TestService } from '../../support/service.js';

type Hints = ToolDescription['annotations'];

/**
 * The hints of every tool that writes. The answer of a destructive tool does not tell what it overwrote or removed, or no tool
 * can put it back.
 */
const WRITING: Readonly<Record<string, Omit<Hints, 'readOnlyHint'>>> = {
  'automations.create': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
  'automations.delete': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  'automations.update': { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  'comms.cancel_scheduled_message': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  'comms.schedule_message': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
  'comms.send_text': { destructiveHint: false, idempotentHint: false, openWorldHint: true },
  'comms.set_texting_block': { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  'comms.update_scheduled_message': { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  'services.set_online': { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  'services.update_price': { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  'tasks.create': { destructiveHint: false, idempotentHint: false, openWorldHint: false },
};
const READING: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

let service: TestService;
let tools: readonly ToolDescription[];

beforeAll(async () => {
  service = await sharedTestService();
  const shop = await service.shop();
  tools = (await shop.full.rpc(TOOL_LIST)).body.result.tools as readonly ToolDescription[];
});
afterAll(() => service.stop());

it('the description of every tool says in four sentences what it does, whom it touches, what a repetition does, what it refuses', () => {
  const wrong = tools.flatMap(({ name, description }) => {
    const sentences = description.match(/[A-Z][^.]*(?:\.\S[^.]*)*\.(?= |$)/g) ?? [];
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

it('every tool has the hints that this file lists, and those that it does not list only read', () => {
  const expected = tools.map(({ name }) => [name, name in WRITING ? { readOnlyHint: false, ...WRITING[name] } : READING]);
  expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual(expected);
  expect(Object.keys(WRITING).filter((listed) => !tools.some(({ name }) => name === listed))).toEqual([]);
});

it('a tool that reaches customers says so in its description', () => {
  const reaching = tools.filter(({ annotations }) => annotations.openWorldHint);
  expect(reaching.filter(({ description }) => !description.includes('The customer gets ')).map(({ name }) => name)).toEqual([]);
});
