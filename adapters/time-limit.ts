/**
 * Waits for the work, but for at most `ms`. After that, `late` gives the result or throws an error. The work itself goes on,
 * and nobody learns how it ends.
 */
export async function within<Result, Late>(ms: number, work: Promise<Result>, late: () => Late): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, limit.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
