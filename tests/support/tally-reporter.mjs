import { writeSync } from 'node:fs';

/** Prints the last line of the run for other programs: `N passed, N failed`. A file that could not run counts as failed. */
export default class TallyReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    // Prints at the exit of the process, because jest's own summary follows.
    process.once('exit', () => writeSync(1, `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`));
  }
}
