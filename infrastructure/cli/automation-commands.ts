import { type Command, Option } from 'commander';
import { AutomationRunView, AutomationSummaryView, AutomationView } from '../../application/areas/automations/automation.view.js';
import { Automations } from '../../application/areas/automations/automations.js';
import { RuleBook } from '../../application/areas/automations/rule-book.js';
import { RuleChangeInput, RuleInput } from '../../application/areas/automations/rule-input.js';
import { parseInput, type Class, type Values } from '../../application/kernel/fields/field.js';
import { asCapabilityData, offsetPageOf } from '../../application/kernel/operation/output.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import type { Shop } from '../../domain/access/shop.js';
import type { RunStep } from '../../domain/automations/automation-run.js';
import { MOST_AUTOMATIONS, type Automation } from '../../domain/automations/automation.js';
import { NOBODY, toId, type AutomationId } from '../../domain/shared/id.js';
import { wrongUsage } from './import-command.js';
import { readJsonObject } from './json-file.js';
import { namedShop } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Sessions } from './session.js';
import { asList, inColumns } from './table.js';
import { wholeNumber } from './whole-number.js';

interface OfShop {
  readonly shop: string;
}

interface Given extends OfShop {
  readonly file?: string;
}

interface Change extends Given {
  readonly name?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

interface PageOptions extends OfShop {
  readonly limit: number;
  readonly offset: number;
}

const ABOUT = `
The file has one rule as JSON, in the form that docs/automations.md shows and automation show --json prints:
  {"name": "Text back a missed call", "on": "call.missed", "do": [{"step": "send_text", "body": "How can we help?"}]}`;

export function addAutomationCommands(program: Command, sessions: Sessions): void {
  const automation = program.command('automation').description('manage the rules by which a shop acts by itself');
  const command = (name: string, description: string): Command =>
    automation.command(name).description(description).requiredOption('--shop <id>', 'the shop that has the rule');
  command('list', 'list the rules of a shop, the newest first').action(printing(({ shop }: OfShop) => list(sessions, shop)));
  command('show', 'show one rule')
    .argument('<id>', 'the id of the rule')
    .action(printing((id: string, { shop }: OfShop) => show(sessions, shop, id)));
  command('create', 'add a rule')
    .option('--file <file>', 'the file with the rule; without it, standard input is read')
    .addHelpText('after', ABOUT)
    .action(printing((given: Given) => create(sessions, given)));
  command('update', 'change a rule: only the parts that are given, each as a whole')
    .argument('<id>', 'the id of the rule')
    .option('--file <file>', 'a file with the parts to change; - for standard input')
    .option('--name <name>', 'the new name')
    .option('--enable', 'switch it on')
    .option('--disable', 'switch it off')
    .addHelpText('after', ABOUT)
    .action(printing((id: string, change: Change) => update(sessions, id, change)));
  command('runs', 'list what a rule has done, the newest run first')
    .argument('<id>', 'the id of the rule')
    .addOption(new Option('--limit <number>', 'how many runs').argParser(wholeNumber(1, 100)).default(25))
    .addOption(new Option('--offset <number>', 'how many runs to skip').argParser(wholeNumber(0, 2_147_483_647)).default(0))
    .action(printing((id: string, page: PageOptions) => runs(sessions, id, page)));
  command('delete', 'delete a rule, and end its waiting steps')
    .argument('<id>', 'the id of the rule')
    .action(printing((id: string, { shop }: OfShop) => remove(sessions, shop, id)));
}

function list(sessions: Sessions, typed: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await namedShop(use, typed);
    const { items } = await use(Automations).list(shop.id, MOST_AUTOMATIONS, 0);
    const shown = items.map((rule) => AutomationSummaryView.of(rule));
    const rows = shown.map(({ id, name, enabled, on, disabled_reason: reason }) => [
      id,
      name,
      stateOf(enabled, reason),
      inJson(on),
    ]);
    const table = inColumns([['ID', 'NAME', 'STATE', 'ON'], ...rows]);
    return { document: shown, text: shown.length === 0 ? 'This shop has no rules.' : table };
  });
}

function show(sessions: Sessions, shop: string, id: string): Promise<Outcome> {
  return onRules(sessions, shop, (rules, { id: of }) => rules.find(of, ruleIdOf(id)));
}

async function create(sessions: Sessions, { shop, file = '-' }: Given): Promise<Outcome> {
  if (file === '-' && process.stdin.isTTY) throw wrongUsage('give --file, or the rule on standard input');
  const rule = await readJsonObject(file);
  return onRules(sessions, shop, (rules, of) => rules.add(of.id, parsed(RuleInput, rule, of)));
}

async function update(sessions: Sessions, id: string, { shop, file, name, enable, disable }: Change): Promise<Outcome> {
  if (enable && disable) throw wrongUsage('give --enable or --disable, not both');
  const switched = (enable ?? disable) ? { enabled: enable === true } : {};
  const change = { ...(file !== undefined && (await readJsonObject(file))), ...(name !== undefined && { name }), ...switched };
  return onRules(sessions, shop, (rules, of) => {
    const input = parsed(RuleChangeInput, { ...change, id: ruleIdOf(id) }, of);
    if (Object.keys(input).length < 2) throw wrongUsage('give --file, --name, --enable or --disable');
    return rules.change(of.id, input);
  });
}

function remove(sessions: Sessions, shop: string, id: string): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { id: of } = await namedShop(use, shop);
    const rule = await use(RuleBook).remove(of, ruleIdOf(id));
    return { document: AutomationView.of(rule), text: `${rule.name} is deleted.` };
  });
}

function runs(sessions: Sessions, id: string, { shop, limit, offset }: PageOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { id: of } = await namedShop(use, shop);
    const page = await use(RuleBook).runs(of, ruleIdOf(id), limit, offset);
    const rows = page.items.map(({ createdAt, status, reason, eventId, jobId, steps }) => [
      createdAt,
      reason === null ? status : `${status}: ${reason}`,
      eventId === null ? `job ${jobId ?? '-'}` : `event ${eventId}`,
      steps.map(wordsOf).join(', ') || '-',
    ]);
    const table = inColumns([['AT', 'RUN', 'STARTED BY', 'STEPS'], ...rows]);
    const document = asCapabilityData(offsetPageOf(AutomationRunView).render(page, use(Clock).now()));
    return { document, text: rows.length === 0 ? 'This rule has no runs.' : table };
  });
}

function wordsOf({ step, status, reason }: RunStep): string {
  return reason === null ? `${step} ${status}` : `${step} ${status} (${reason})`;
}

/** Reads or writes one rule, and prints it as it is then. */
function onRules(
  sessions: Sessions,
  typed: string,
  work: (rules: RuleBook, shop: Shop) => Promise<Automation>,
): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const shop = await namedShop(use, typed);
    const rule = AutomationView.of(await work(use(RuleBook), shop));
    return { document: rule, text: inWords(rule) };
  });
}

function parsed<Input extends object>(type: Class<Input>, raw: Values, { country, currency }: Shop): Input {
  return parseInput(type, raw, { source: 'json', country, currency });
}

/** Each condition and each step stands on a line of its own. */
function inWords({ id, name, enabled, on, when, do: steps, disabled_reason: reason, created_at }: AutomationView): string {
  const head = asList({ id, name, state: stateOf(enabled, reason), on: inJson(on), created_at });
  const lines = [...when.map((one) => `when  ${JSON.stringify(one)}`), ...steps.map((one) => `do    ${JSON.stringify(one)}`)];
  return [head, ...lines].join('\n');
}

function stateOf(enabled: boolean, reason: string | null): string {
  return enabled ? 'on' : reason === null ? 'off' : `off: ${reason}`;
}

function inJson(on: string | object): string {
  return typeof on === 'string' ? on : JSON.stringify(on);
}

/** An id that no rule has, if the text is none: then the command answers that the rule is not found. */
function ruleIdOf(text: string): AutomationId {
  return toId<'Automation'>(text) ?? NOBODY;
}
