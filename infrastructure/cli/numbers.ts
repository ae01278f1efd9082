import { resolve } from 'node:path';
import { FILE_FORMATS, openImportFile, readImportStream } from '../../adapters/files/import-file-source.js';
import { AddPhoneNumber } from '../../application/areas/phone-numbers/add-phone-number.js';
import { PhoneNumberView } from '../../application/areas/phone-numbers/phone-number.view.js';
import { PhoneNumbers } from '../../application/areas/phone-numbers/phone-numbers.js';
import { ReleasePhoneNumber } from '../../application/areas/phone-numbers/release-phone-number.js';
import { ImportOptOuts, OPT_OUT_COLUMNS } from '../../application/areas/texting/import-opt-outs.js';
import { OptOuts } from '../../application/areas/texting/opt-outs.js';
import { argument, command, flag, onTables, optional, required, unless, wrongUsage } from './command.js';
import { reported } from './import-report.js';
import { asTable } from './outcome.js';
import { idOf, importable, knownFormat, namedShop, readable } from './typed.js';

const add = onTables({
  name: 'number add',
  changes: true,
  about: 'add a line; the first line of a shop becomes its primary line',
  input: {
    shop: required('<id>', 'the shop that has the line'),
    number: required('<number>', 'the phone number; without a country code, the shop’s country is assumed'),
    label: optional('<text>', 'a name that says what the line is for'),
    primary: flag('make this the line that customers see and automations use, instead of the present primary line'),
    sending: unless('the line cannot send'),
  },
  async run({ use }, { shop, ...line }) {
    const { added, relieved } = await use(AddPhoneNumber).execute(idOf<'Shop'>(shop), line);
    const what = `${added.number} is ${added.isPrimary ? 'the primary line' : 'a line'} of the shop now`;
    const text = `${what}${relieved ? `, instead of ${relieved.number}` : ''}.\n\nIts id is ${added.id}.`;
    return { document: PhoneNumberView.of(added), text };
  },
});

const list = onTables({
  name: 'number list',
  about: 'list the lines, the primary line first, without released lines',
  input: { shop: required('<id>', 'the shop that has the lines') },
  async run({ use }, { shop }) {
    const { items } = await use(PhoneNumbers).list((await namedShop(use, shop)).id);
    const lines = items.map((line) => PhoneNumberView.of(line));
    const marks = ({ is_primary, is_sending }: PhoneNumberView) => [is_primary ? 'primary' : '', is_sending ? 'sends' : ''];
    const rows = lines.map((line) => [line.id, line.number, ...marks(line), line.label]);
    return {
      document: lines,
      text: asTable(['ID', 'NUMBER', 'PRIMARY', 'SENDING', 'LABEL'], rows, 'This shop has no lines.'),
    };
  },
});

const release = onTables({
  name: 'number release',
  changes: true,
  about: 'give up a line; after the primary line was released, the oldest line that can send becomes primary',
  input: {
    which: argument('<number-or-id>', 'the number or the id, from number list'),
    shop: required('<id>', 'the shop that has the line'),
  },
  async run({ use }, { which, shop }) {
    const { released, heir, wasLast } = await use(ReleasePhoneNumber).execute(idOf<'Shop'>(shop), which);
    const { id, number, label, status } = released;
    const now = heir ? ` The primary line is ${heir.number} now.` : wasLast ? ' The shop has no primary line now.' : '';
    return {
      document: { id, number, label, status, new_primary: heir?.number ?? null },
      text: `Released ${number}.${now}`,
    };
  },
});

export const numberCommands = [add, list, release];

const ABOUT_BLOCKED = `
A CSV file has a column number; NDJSON has {"number": "613 555 0142"} in each line. Numbers without a country code are read as
numbers of the shop's country. A number that is blocked already keeps its block, so a repeated import changes nothing.
A wrong line is skipped, and FILE.errors.ndjson (for standard input optouts.errors.ndjson) says why.
Exit codes: 0 every number is blocked, 3 some lines were skipped, 1 nothing was done, 2 wrong usage.`;

const silent = required('<id>', 'the shop that may not text them');

const blocked = onTables({
  name: 'optouts list',
  about: 'list the blocked numbers, the latest block first',
  input: { shop: silent },
  async run({ use }, input) {
    const numbers = await use(OptOuts).list((await namedShop(use, input.shop)).id);
    const rows = numbers.map(({ number, source, since, line, note }) => [number, source, since, line, note]);
    return {
      document: numbers.map(({ number, source, since, line, note }) => ({ number, source, since, line, note })),
      text: asTable(['NUMBER', 'SOURCE', 'SINCE', 'LINE', 'NOTE'], rows, 'No number is blocked.'),
    };
  },
});

const block = command({
  name: 'optouts import',
  changes: true,
  about: 'block the numbers of a CSV or NDJSON file, or of standard input',
  input: {
    file: argument('<file>', 'the file, in UTF-8; - for standard input'),
    shop: silent,
    format: optional('<format>', 'needed if the ending of the file does not show its format; standard input: csv', {
      choices: FILE_FORMATS,
    }),
    errors: optional('<file>', 'the file that explains skipped lines'),
  },
  help: ABOUT_BLOCKED,
  async run({ sessions }, { file, shop, format: given, errors }) {
    const isStdin = file === '-';
    const path = errors ?? `${isStdin ? 'optouts' : file}.errors.ndjson`;
    if (resolve(path) === resolve(file)) throw wrongUsage('--errors must not name the file that is imported');
    const format = isStdin ? (given ?? 'csv') : knownFormat(file, given);
    const source = await (isStdin
      ? readable('standard input', readImportStream(process.stdin, format, OPT_OUT_COLUMNS))
      : readable(file, openImportFile(file, format, OPT_OUT_COLUMNS)));
    return sessions.withTables(({ use }) =>
      reported('optouts', { path }, (skipped) =>
        importable(file, use(ImportOptOuts).execute(idOf<'Shop'>(shop), source, skipped)),
      ),
    );
  },
});

export const optOutCommands = [blocked, block];
