/**
 * Asks a question for several callers at once. A caller gets an answer to a question that was asked after the caller had come. So
 * those who come while a question is open share the next one.
 */
export class SharedQuestion<Answer> {
  private open: Promise<unknown> = Promise.resolve();
  private next: Promise<Answer> | null = null;

  constructor(private readonly ask: () => Promise<Answer>) {}

  answer(): Promise<Answer> {
    return (this.next ??= this.askNext(this.open));
  }

  private async askNext(before: Promise<unknown>): Promise<Answer> {
    await before;
    this.next = null;
    const answer = this.ask();
    this.open = answer.catch(() => undefined); // those who share the answer get the error
    return answer;
  }
}
