import { isDeepStrictEqual } from 'node:util';
import { ask } from './ask.mjs';

/** The link to a recording, see `scenarios`. */
export function mediaReads(world) {
  const request = { path: `/api/v1/calls/${world.recorded}/recording` };
  const check = (opened) => sameLink(opened, request.path);
  return [{ name: 'a recording link', scales: true, often: 5, service: request, baseline: request, check }];
}

/** Checks that both servers give the same link. Two links are different if a second ends between them; so it asks twice. */
async function sameLink(world, path) {
  for (let tries = 0; tries < 2; tries += 1) {
    const answers = await Promise.all([ask(world, world.service, path), ask(world, world.baseline, path)]);
    if (isDeepStrictEqual(...answers)) return;
    if (tries > 0) throw new Error(`${path}: different answers\n${answers.map((answer) => JSON.stringify(answer)).join('\n')}`);
  }
}
