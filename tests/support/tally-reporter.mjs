import { writeSync } from 'node:fs';

/**
 * Prints `N passed, N failed` as the last line of the run, for other programs. A test file that could not run counts as one
 * failure.
 */
export default class TallyReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    // The line is printed when the process exits, because jest prints its own summary after this call.
    process.once('exit', () => writeSync(1, `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`));
  }
}
