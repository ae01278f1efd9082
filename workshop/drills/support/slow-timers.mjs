// The planted fault of the drill `freeze`: timers of a second or more take four times as long, and intervals never fire. The
// service needs an interval to answer the requests whose time is over.
const { setTimeout: plain } = globalThis;
const slow = (work, ms, ...rest) => plain(work, ms >= 1000 ? 4 * ms : ms, ...rest);
globalThis.setTimeout = Object.assign(slow, plain, {
  [Symbol.for('nodejs.util.promisify.custom')]: plain[Symbol.for('nodejs.util.promisify.custom')],
});
globalThis.setInterval = () => plain(() => undefined, 0);
