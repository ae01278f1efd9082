import { checkSync } from 'recheck';

/** Regular expressions come as JSON on standard input, what `recheck` says of each goes out: `safe`, `vulnerable`, `unknown`. A process of its own, because a test's sandbox makes it thirty times as slow. */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const statuses = JSON.parse(Buffer.concat(chunks).toString()).map(({ source, flags }) => checkSync(source, flags, { timeout: 30_000 }).status);
process.stdout.write(JSON.stringify(statuses));
