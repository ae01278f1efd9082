import { isOfDatabase } from './verdict.mjs';

const UNRELEASED = '## Unreleased\n';

/**
 * Writes the lines of the changes into the section `Unreleased`. People write above the first of the lists; the lists are
 * computed anew each time.
 */
export function withUnreleased(changelog, { accepted, additions, migrations }) {
  const { before, section, after } = split(changelog);
  const written = section.replace(/^### (Breaking|Database|Migrations|Compatible)\n[\s\S]*/m, '').trimEnd();
  const lists = [
    listOf('Breaking', worded(accepted.filter((entry) => !isOfDatabase(entry.break)))),
    listOf('Database', worded(accepted.filter((entry) => isOfDatabase(entry.break)))),
    listOf('Migrations', migrations),
    listOf('Compatible', additions),
  ];
  return before + [written, ...lists].filter(Boolean).join('\n\n') + '\n' + (after && `\n${after}`);
}

/** Gives the section `Unreleased` a version and a date, and begins a new one above it. */
export function withRelease(changelog, version, date) {
  const { before, section, after } = split(changelog);
  const body = section.slice(UNRELEASED.length).trim() || 'No change of the contract.';
  return `${before}${UNRELEASED}\n## ${version} (${date})\n\n${body}\n${after && `\n${after}`}`;
}

function split(changelog) {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Error('CHANGELOG.md has no section "## Unreleased"');
  const end = changelog.indexOf('\n## ', start);
  if (end === -1) return { before: changelog.slice(0, start), section: changelog.slice(start), after: '' };
  return { before: changelog.slice(0, start), section: changelog.slice(start, end), after: changelog.slice(end + 1) };
}

function worded(accepted) {
  return accepted.map((entry) => `${entry.break}. ${entry.reason}`);
}

function listOf(title, lines) {
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
