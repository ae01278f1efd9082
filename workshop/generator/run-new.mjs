import { execFileSync } from 'node:child_process';
import { Command, CommanderError } from 'commander';
import { Changes, shownChange } from './changes.mjs';
import { Checkout } from './checkout.mjs';
import { readArea } from './read-area.mjs';
import { readOperation } from './read-operation.mjs';
import { Refusal } from './refusal.mjs';
import { textOf } from './template.mjs';
import { writeArea, writeOperation } from './write.mjs';

/** The programs that make the pages and the client from the code, as `npm run docs` and `npm run client` do. */
const MAKERS = ['workshop/documents/run.mjs', 'workshop/client/run.mjs'];

const several = (value, values = []) => [...values, value];

/**
 * Runs `npm run new` on a checkout.
 * @param argv the words after the command
 * @param root the checkout's folder
 * @returns the exit code: 0 written, 1 refused, 2 wrong usage
 */
export async function runNew(argv, root, { stdout, stderr } = process) {
  const program = new Command('npm run new --')
    .description('Writes the files of a new operation or of a new area.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addArea(program, { root, stdout });
  addOperation(program, { root, stdout });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof Refusal)) throw error;
    stderr.write(`Nothing was written: ${error.message}\n`);
    return 1;
  }
}

function addArea(program, place) {
  program
    .command('area')
    .argument('<name>', 'the name in the plural, such as loaners or phone_numbers')
    .description('writes an area with one kind of record: its table, its operations, their samples and tests')
    .requiredOption('--record <name>', 'the name of a record, in the singular')
    .requiredOption('--section <section>', 'who may call its tools: a section of the shop, such as jobs.manage')
    .option('--feature <feature>', 'the feature of the shop that must be switched on')
    .option('--field <name:type>', 'a field of the record; may be repeated', several)
    .option('--due <name>', 'an instant of the record at which work is due, such as ends_at')
    .option('--states <names>', 'the states of a record, the first one that of a new record')
    .option('--moves <from:to,to>', 'the states that a state can move to; may be repeated', several)
    .option('--about <sentence>', 'what the area is, for readers of the API')
    .option('--impersonal', 'no field says anything about a person')
    .option('--dry-run', 'print what would be written')
    .addHelpText('after', `\n${textOf('help-area.txt', {})}`)
    .action((name, flags) =>
      written(place, flags, (checkout, changes) => {
        const values = readArea(name, flags, checkout, Date.now());
        writeArea(values, changes);
        return { folder: values['records-name'], tests: `tests/areas/${values['records-name']}` };
      }),
    );
}

function addOperation(program, place) {
  program
    .command('operation')
    .argument('<area.verb>', 'the name, such as tasks.workload')
    .description('writes an operation of an existing area, its line in the area, its sample and its tests')
    .option('--read', 'it reads: what --shows lists, or without --shows one record of the area')
    .option('--list', 'it lists the records of the area by cursor, newest first')
    .option('--change', 'it changes one record of the area')
    .option('--write', 'it does anything else, and answers what --shows lists')
    .option('--field <name:type>', 'a field of the input; may be repeated', several)
    .option('--shows <name:type>', 'a field of the answer; may be repeated', several)
    .option('--section <section>', 'who may call the tool; without it, the operation is only on REST')
    .option('--feature <feature>', 'the feature of the shop that must be switched on')
    .option('--route <path>', 'the path on REST; with /:id the operation is about one record')
    .option('--no-route', 'the operation is not on REST')
    .option('--file <name>', 'the name of its file and class; it begins with a verb')
    .option('--dry-run', 'print what would be written')
    .addHelpText('after', `\n${textOf('help-operation.txt', {})}`)
    .action((name, flags) =>
      written(place, flags, (checkout, changes) => {
        const spec = readOperation(name, flags, checkout);
        writeOperation(spec, changes, checkout);
        return { folder: spec.folder, tests: `tests/areas/${spec.folder}/${spec.file.kebab}.test.ts` };
      }),
    );
}

/** @param make makes the changes; returns the area's folder, and the new tests */
async function written({ root, stdout }, { dryRun }, make) {
  const checkout = new Checkout(root);
  const changes = new Changes(checkout);
  const { folder, tests } = make(checkout, changes);
  const files = await changes.finished();
  if (dryRun) return void stdout.write(files.map(shownChange).join('\n'));
  changes.write(files);
  for (const { file, before } of files) stdout.write(`${before === null ? 'wrote  ' : 'changed'} ${file}\n`);
  for (const maker of MAKERS) execFileSync(process.execPath, [maker], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  stdout.write('made    the glossary and the client\n');
  const rules = `then write your rules: each \`test.failing\` in ${tests} stands for one`;
  stdout.write(`\nNext:\n  npm run check -- ${folder}\n  git diff   # ${rules}\n  npm run dev\n`);
}
