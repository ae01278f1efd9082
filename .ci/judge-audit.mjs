// Checks the report of `npm audit --json` on stdin. A registry that does not answer or cannot be reached is no finding.
import { text } from 'node:stream/consumers';

const report = parsed(await text(process.stdin));
const counts = report?.metadata?.vulnerabilities;
if (counts === undefined) {
  console.log(`not answered: ${String(report?.error?.summary || report?.message || 'npm audit said nothing').split('\n')[0]}`);
} else {
  console.log(
    Object.entries(counts)
      .map(([level, count]) => `${level} ${count}`)
      .join(', '),
  );
  for (const { name, severity, range } of Object.values(report.vulnerabilities ?? {}))
    console.log(`${severity}: ${name} ${range}`);
  if (counts.high + counts.critical > 0) process.exitCode = 1;
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
