import {
  AutomationRunView,
  AutomationSummaryView,
  AutomationView,
  WrittenRuleView,
} from '../../application/areas/automations/automation.view.js';
import { Automations } from '../../application/areas/automations/automations.js';
import { RuleBook, type WrittenRule } from '../../application/areas/automations/rule-book.js';
import { RuleChangeInput, RuleInput } from '../../application/areas/automations/rule-input.js';
import { parseInput, type Class, type Values } from '../../application/kernel/fields/field.js';
import { asCapabilityData, offsetPageOf } from '../../application/kernel/operation/output.js';
import { Clock, PublicUrl } from '../../application/kernel/ports/ports.js';
import type { Shop } from '../../domain/access/shop.js';
import type { RunStep } from '../../domain/automations/automation-run.js';
import { MOST_AUTOMATIONS, type Automation } from '../../domain/automations/automation.js';
import {
  argument,
  command,
  flag,
  onTables,
  optional,
  preset,
  required,
  wholeNumber,
  wrongUsage,
  type Context,
} from './command.js';
import { asList, asTable, type Outcome } from './outcome.js';
import { idOf, namedShop, readJsonObject } from './typed.js';

const ABOUT = `
The file has one rule as JSON, in the form that docs/automations.md shows and automation show --json prints:
  {"name": "Text back a missed call", "on": "call.missed", "do": [{"step": "send_text", "body": "How can we help?"}]}`;

const shop = required('<id>', 'the shop that has the rule');
const id = argument('<id>', 'the id of the rule');

const list = onTables({
  name: 'automation list',
  about: 'list the rules of a shop, the newest first',
  input: { shop },
  async run({ use }, input) {
    const { items } = await use(Automations).list((await namedShop(use, input.shop)).id, MOST_AUTOMATIONS, 0);
    const rules = items.map((rule) => AutomationSummaryView.of(rule));
    const rows = rules.map((rule) => [rule.id, rule.name, stateOf(rule), inJson(rule.on)]);
    return { document: rules, text: asTable(['ID', 'NAME', 'STATE', 'ON'], rows, 'This shop has no rules.') };
  },
});

const show = command({
  name: 'automation show',
  about: 'show one rule',
  input: { shop, id },
  run: (context, input) => onRules(context, input.shop, (rules, { id: of }) => rules.find(of, idOf(input.id))),
});

const create = command({
  name: 'automation create',
  changes: true,
  about: 'add a rule',
  input: { shop, file: optional('<file>', 'the file with the rule; without it, standard input is read') },
  help: ABOUT,
  async run(context, input) {
    const { file = '-' } = input;
    if (file === '-' && process.stdin.isTTY) throw wrongUsage('give --file, or the rule on standard input');
    const rule = await readJsonObject(file);
    return onRules(context, input.shop, (rules, of) => rules.add(of.id, parsed(RuleInput, rule, of)));
  },
});

const update = command({
  name: 'automation update',
  changes: true,
  about: 'change a rule: only the parts that are given, each as a whole',
  input: {
    shop,
    id,
    file: optional('<file>', 'a file with the parts to change; - for standard input'),
    name: optional('<name>', 'the new name'),
    enable: flag('switch it on'),
    disable: flag('switch it off'),
  },
  help: ABOUT,
  async run(context, { file, name, enable, disable, ...which }) {
    if (enable && disable) throw wrongUsage('give --enable or --disable, not both');
    const switched = enable || disable ? { enabled: enable } : {};
    const change = { ...(file !== undefined && (await readJsonObject(file))), ...(name !== undefined && { name }), ...switched };
    return onRules(context, which.shop, (rules, of) => {
      const input = parsed(RuleChangeInput, { ...change, id: idOf(which.id) }, of);
      if (Object.keys(input).length < 2) throw wrongUsage('give --file, --name, --enable or --disable');
      return rules.change(of.id, input);
    });
  },
});

const runs = onTables({
  name: 'automation runs',
  about: 'list what a rule has done, the newest run first',
  input: {
    shop,
    id,
    limit: preset('<number>', 'how many runs', 25, wholeNumber(1, 100)),
    offset: preset('<number>', 'how many runs to skip', 0, wholeNumber(0, 2_147_483_647)),
  },
  async run({ use }, { limit, offset, ...which }) {
    const { id: of } = await namedShop(use, which.shop);
    const page = await use(RuleBook).runs(of, idOf(which.id), limit, offset);
    const rows = page.items.map(({ createdAt, status, reason, eventId, jobId, steps }) => [
      createdAt,
      reason === null ? status : `${status}: ${reason}`,
      eventId === null ? `job ${jobId ?? '-'}` : `event ${eventId}`,
      steps.map(wordsOf).join(', ') || '-',
    ]);
    return {
      document: asCapabilityData(offsetPageOf(AutomationRunView).render(page, use(Clock).now(), use(PublicUrl).url)),
      text: asTable(['AT', 'RUN', 'STARTED BY', 'STEPS'], rows, 'This rule has no runs.'),
    };
  },
});

const remove = onTables({
  name: 'automation delete',
  changes: true,
  about: 'delete a rule, and end its waiting steps',
  input: { shop, id },
  async run({ use }, which) {
    const rule = await use(RuleBook).remove((await namedShop(use, which.shop)).id, idOf(which.id));
    return { document: AutomationView.of(rule), text: `${rule.name} is deleted.` };
  },
});

export const automationCommands = [list, show, create, update, runs, remove];

/** Reads or writes one rule, and prints it as it is then. */
function onRules(
  { sessions }: Context,
  typed: string,
  work: (rules: RuleBook, shop: Shop) => Promise<Automation | WrittenRule>,
): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await namedShop(use, typed);
    const { warnings, ...rule } = WrittenRuleView.of(await work(use(RuleBook), shop));
    const text = [inWords(rule), ...warnings.map((warning) => `warning  ${warning}`)].join('\n');
    return { document: { ...rule, ...(warnings.length > 0 && { warnings }) }, text };
  });
}

function parsed<Input extends object>(type: Class<Input>, raw: Values, { country, currency }: Shop): Input {
  return parseInput(type, raw, { source: 'json', country, currency });
}

/** Each condition and each step stands on a line of its own. */
function inWords(rule: AutomationView): string {
  const { id, name, on, created_at } = rule;
  const head = asList({ id, name, state: stateOf(rule), on: inJson(on), created_at });
  const conditions = rule.when.map((one) => `when  ${JSON.stringify(one)}`);
  return [head, ...conditions, ...rule.do.map((one) => `do    ${JSON.stringify(one)}`)].join('\n');
}

function stateOf({ enabled, disabled_reason: reason }: Pick<AutomationView, 'enabled' | 'disabled_reason'>): string {
  return enabled ? 'on' : reason === null ? 'off' : `off: ${reason}`;
}

function inJson(on: string | object): string {
  return typeof on === 'string' ? on : JSON.stringify(on);
}

function wordsOf({ step, status, reason }: RunStep): string {
  return reason === null ? `${step} ${status}` : `${step} ${status} (${reason})`;
}
