const BLOCK = '.block';

/** The name of work on blocks of due records. A worker of an earlier release does not know it, and leaves the blocks to others. */
export function blockName(work: string): string {
  return `${work}${BLOCK}`;
}

/** The name of the work whose records a job is for. */
export function withoutBlock(task: string): string {
  return task.endsWith(BLOCK) ? task.slice(0, -BLOCK.length) : task;
}
