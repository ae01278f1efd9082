import { withRelease, withUnreleased } from './changelog.mjs';
import { isBefore, isOfDatabase, nextVersion, verdictOn } from './verdict.mjs';

const ROLLING = `The previous version runs beside this one while it is rolled out, and after a roll back. So a migration only adds. What is no longer
needed is removed in the release after the one that stopped using it. docs/adding-an-operation.md, "When it needs more", has the way for each case.`;

/**
 * Runs `npm run contract -- VERB` on a contract.
 * @param now the contract of the code, with `locks`, as `verdictOn` needs it
 * @param files the files of the checkout, `ContractFiles`
 * @param print takes a line for people
 * @returns the exit code: 1 if a break is refused, or if the list of accepted breaks is wrong
 */
export async function runContract(verb, { now, files, today, print }) {
  const released = files.released();
  const verdict = { ...verdictOn(released, now, files.accepted()), migrations: addedMigrations(released, now) };
  report(verdict, versionOf(released), print);
  if (verdict.refused.length > 0 || verdict.wrong.length > 0) return 1;
  if (verb === 'changelog') files.writeChangelog(withUnreleased(files.changelog(), verdict));
  return verb === 'release' ? release(verdict, { released, now, files, today, print }) : 0;
}

/** The names of the migrations that the last release did not have. */
function addedMigrations({ database: released }, { database: now }) {
  return Object.keys(now.migrations).filter((name) => !Object.hasOwn(released.migrations, name));
}

function report({ refused, accepted, wrong, additions }, version, print) {
  if (additions.length > 0) print(`Compatible changes since ${version}, for the changelog:\n${listed(additions)}`);
  if (accepted.length > 0) print(`Accepted breaks since ${version}:\n${listed(accepted.map((entry) => entry.break))}`);
  if (wrong.length > 0) print(`workshop/contract/accepted.json is wrong:\n${listed(wrong)}`);
  if (refused.length > 0) {
    print(`BREAKS since ${version}:\n${listed(refused)}`);
    if (refused.some(isOfDatabase)) print(ROLLING);
    print('Keep what clients rely on, or list each line with its reason in workshop/contract/accepted.json.');
    print('docs/decisions/0041-a-contract-that-holds.md has the rules.');
  }
  if (refused.length + accepted.length + additions.length === 0) print(`The contract is that of ${version}.`);
}

function listed(lines) {
  return lines.map((line) => `  ${line}`).join('\n');
}

async function release(verdict, { released, now, files, today, print }) {
  const version = files.packageVersion();
  const least = nextVersion(versionOf(released), verdict);
  const wrong = [
    ...(versionOf(now) === version ? [] : [`the document says version ${versionOf(now)}, and package.json says ${version}`]),
    ...(isBefore(version, least) ? [`${version} is too low: after these changes the version is ${least} or higher`] : []),
  ];
  for (const line of wrong) print(line);
  if (wrong.length > 0) return 1;
  files.writeChangelog(withRelease(withUnreleased(files.changelog(), verdict), version, today));
  await files.writeReleased(now);
  print(`contract/ is that of ${version} now, and CHANGELOG.md has its lines.`);
  return 0;
}

function versionOf({ openapi }) {
  return openapi.info.version;
}
