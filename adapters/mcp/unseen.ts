import type { Operation } from '../../application/kernel/operation/operation.js';
import type { Tool } from './tool.js';

/** Areas of the service that are no part of a shop's work. */
const TECHNICAL: ReadonlySet<string> = new Set(['account', 'events', 'exports', 'keys', 'webhooks']);

/** Areas whose records the tools of another area show. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  appointments: 'jobs',
  conversations: 'comms',
  messages: 'comms',
  vehicles: 'customers',
};

/** The words that people use for an area whose name is another word. */
const CALLED: Readonly<Record<string, string>> = {
  appointments: 'the diary',
  automations: 'rules of the shop',
  booking: 'free times',
  calls: 'calls and voicemail',
  comms: 'texts',
  conversations: 'threads',
  messages: 'texts',
  numbers: 'phone lines',
  optouts: 'blocked numbers',
  phone_numbers: 'phone lines',
  services: 'the menu',
  shop: 'settings of the shop',
};

/** People ask for these, and no operation of the service shows them. */
const NOWHERE = 'payments';

const CREATE_TASK = 'tasks.create';

/**
 * Says what these tools neither show nor change, so that a model does not take an empty answer of another tool for "there is
 * none". It is computed from all operations of the service, so a new area is named until it has a tool.
 * @param named areas that need not be named again
 */
export function unseen(operations: readonly Operation[], tools: readonly Tool[], named: readonly string[]): string {
  const others = operations.filter((one) => !named.includes(areaOf(one)));
  const shown = new Set(tools.map(({ area }) => area));
  const changed = new Set(tools.flatMap(({ area, writes }) => (writes ? [area] : [])));
  const hidden = subjectsOf(others.filter((one) => !has(shown, areaOf(one))));
  const fixed = subjectsOf(others.filter((one) => one.scope === 'full' && !has(changed, areaOf(one))));
  const changes = changed.size === 0 || fixed.length === 0 ? '' : `, and none changes ${inWords(fixed)}`;
  const offer = tools.some(({ operation }) => operation.name === CREATE_TASK) ? `, and offer a task (${CREATE_TASK})` : '';
  return `No tool here sees ${inWords([...hidden, NOWHERE])}${changes}: say so${offer}; never read an empty list of another tool as “none”.`;
}

function has(areas: ReadonlySet<string>, area: string): boolean {
  return areas.has(area) || areas.has(SHOWN_BY[area] ?? area);
}

function areaOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'));
}

function subjectsOf(operations: readonly Operation[]): string[] {
  const areas = operations.map(areaOf).filter((area) => !TECHNICAL.has(area));
  return [...new Set(areas.map((area) => CALLED[area] ?? area.replaceAll('_', ' ')))].sort();
}

function inWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
