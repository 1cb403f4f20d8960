import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { firstLine, writeTally, type Tally } from './tally.ts';

/** Vitest records no reason for a skipped suite. Such suites print the reason when they load. */
const WHOLE_SUITE = 'a suite that cannot run here; the line "… left out: …" above says why';

/**
 * Vitest reporter that counts tests. A file that does not load counts as one failed test. Why a test has failed is printed at once: Vitest
 * prints it at the end, to which a run that is cut off does not come.
 */
export default class VitestTally implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const { stack, message, diff = '' } of test.result().errors ?? []) {
      const words = stripVTControlCharacters(`${stack ?? message}\n${diff}`);
      console.error(`\n${test.module.relativeModuleId} › ${test.fullName}\n${words}\n`);
    }
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): Promise<void> {
    const tally: Tally = { passed: 0, failed: [], skipped: [], flaky: [] };
    const addFailure = (name: string, errors: readonly SerializedError[]): void => {
      tally.failed.push({ name, message: firstLine(errors[0]?.message) });
    };
    for (const error of unhandledErrors) addFailure(`outside of any test${whileRunning(error)}`, [error]);
    for (const module of modules) {
      if (module.errors().length > 0) addFailure(module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) addFailure(`${module.relativeModuleId} › ${suite.fullName}`, suite.errors());
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') tally.passed += 1;
        else if (result.state === 'failed') addFailure(`${module.relativeModuleId} › ${test.fullName}`, result.errors);
        else
          tally.skipped.push({
            name: test.fullName,
            reason: result.state === 'skipped' ? (result.note ?? WHOLE_SUITE) : 'did not run',
          });
      }
    }
    await writeTally(tally);
  }
}

/** The file and, if known, the test that ran when an unhandled error was thrown, as Vitest adds them to such errors. */
function whileRunning({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }: SerializedError): string {
  return [file, test]
    .filter((part) => typeof part === 'string')
    .map((part) => ` › ${part}`)
    .join('');
}
