import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const built = (file) => JSON.stringify(new URL(`../../../dist/${file}`, import.meta.url).href);

/**
 * Writes an extension that makes the built service a later version: with a migration for each of these statements.
 * @returns the file
 */
export async function laterVersion(folder, statements) {
  const classes = statements.map((statement, number) => {
    const name = `Drill${1_999_000_000_000 + number}`;
    return `class ${name} { async up(runner) { await runner.query(${JSON.stringify(statement)}); } async down() {} }`;
  });
  const names = classes.map((text) => text.split(' ')[1]);
  const file = join(folder, `later-${statements.length}.mjs`);
  await writeFile(
    file,
    `import { storage } from ${built('adapters/storage/storage.js')};
import { extension } from ${built('infrastructure/extensions/extension.js')};
${classes.join('\n')}
export const later = extension({
  name: 'later', about: 'Adds migrations.', storages: [storage({ migrations: [${names.join(', ')}] })],
});
`,
  );
  return file;
}

/** A change that a later version may make: it adds to tables that are written all the time, and it widens a column that all lists of services read. */
export function expanding(number, widens) {
  return [
    `alter table leads add column drilled_${number} text`,
    `alter table outbox add column drilled_${number} text not null default ''`,
    ...(widens ? [`alter table services alter column cure_time_hours type numeric(${7 + number}, 2)`] : []),
  ];
}

/** A change that no version may make: the version before reads the column. */
export const RENAMING = 'alter table leads rename column source to origin_of_lead';
