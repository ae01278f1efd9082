import { isDeepStrictEqual } from 'node:util';

/** Sends one request, by POST if it has a body. Returns the parsed answer. The SDK answers a tool's call with one event of a stream. */
export async function ask({ token }, { url }, path, body) {
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return JSON.parse((await answer.text()).replace(/^event: .*\ndata: /, ''));
}

/**
 * Checks before the measurement that both servers give the same answer. Cursors are not compared, because each server has its
 * own.
 */
export async function sameAnswer(world, path, body) {
  const answers = await Promise.all([ask(world, world.service, path, body), ask(world, world.baseline, path, body)]);
  for (const answer of answers) delete answer.meta?.next_cursor;
  if (!isDeepStrictEqual(...answers)) {
    throw new Error(`${path}: different answers\n${answers.map((answer) => JSON.stringify(answer).slice(0, 500)).join('\n')}`);
  }
}
