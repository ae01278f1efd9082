import { checkSync } from 'recheck';

/**
 * Reads regular expressions as JSON on standard input, and writes the result of `recheck` for each: `safe`, `vulnerable` or
 * `unknown`. This is a program of its own, because `recheck` takes thirty times as long in the sandbox of a test.
 */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const statuses = JSON.parse(Buffer.concat(chunks).toString()).map(
  ({ source, flags }) => checkSync(source, flags, { timeout: 30_000 }).status,
);
process.stdout.write(JSON.stringify(statuses));
