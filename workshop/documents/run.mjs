// npm run docs
// Writes the pages of docs/ that are made from the code: the settings, and the part of the glossary that lists exported types.
// tests/machine/docs/generated.test.ts fails when a page differs from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { glossaryPage } from './glossary.mjs';
import { settingsPage } from './settings.mjs';

const SETTINGS = 'infrastructure/settings/settings.ts';
const GLOSSARY = 'docs/glossary.md';

writeFileSync('docs/settings.md', settingsPage(readFileSync(SETTINGS, 'utf8')));
writeFileSync(GLOSSARY, glossaryPage(readFileSync(GLOSSARY, 'utf8')));
