import type { MessageStatus } from '../../../domain/texting/message.js';

/** Told what has become of a text: its status, and the code of its error, `''` without one. */
type Watcher = (outcome: MessageStatus, code: string) => void;

/** Tells those who watch, such as the metrics, what this process learns about the texts that go out. */
export class TextOutcomes {
  private readonly watchers: Watcher[] = [];

  watch(watcher: Watcher): void {
    this.watchers.push(watcher);
  }

  /** @param error as a message has it: a code, or a code with a sentence */
  tell(outcome: MessageStatus, error: string | null): void {
    const [code = ''] = (error ?? '').split(':', 1);
    for (const watcher of this.watchers) watcher(outcome, code);
  }
}
