import { check } from 'recheck';

/**
 * Reads regular expressions as JSON on standard input, and writes the result of `recheck` for each: `safe`, `vulnerable` or
 * `unknown`. This is a program of its own, because `recheck` keeps a native program running until its process ends. `recheck`
 * finds that program in node_modules. On a platform without one it uses its JavaScript, which takes five times as long.
 */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const statuses = [];
for (const { source, flags } of JSON.parse(Buffer.concat(chunks).toString())) {
  const { status } = await check(source, flags, { timeout: 30_000 });
  statuses.push(status);
}
process.stdout.write(JSON.stringify(statuses));
