// npm run docs              writes the pages of docs/ that are made from the code: the settings, and the part of the glossary that lists
//                           exported types
// npm run docs -- --check   only compares the pages with the code; 1: one differs
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { glossaryPage } from './glossary.mjs';
import { settingsPage } from './settings.mjs';

const SETTINGS = 'infrastructure/settings/settings.ts';
const GLOSSARY = 'docs/glossary.md';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const made = {
  'docs/settings.md': settingsPage(readFileSync(SETTINGS, 'utf8')),
  [GLOSSARY]: glossaryPage(readFileSync(GLOSSARY, 'utf8')),
};
for (const [page, text] of Object.entries(made)) {
  if (!values.check) writeFileSync(page, text);
  else if (readFileSync(page, 'utf8') !== text) {
    process.stderr.write(`${page} differs from the code: npm run docs\n`);
    process.exitCode = 1;
  }
}
