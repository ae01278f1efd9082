/** Tells the sender of this process that deliveries may be due now, so that it need not wait for its next look. */
export class DeliveryBell {
  private listener: () => void = () => undefined;

  ring(): void {
    this.listener();
  }

  /** There is one sender in a process, so there is one listener. */
  listen(listener: () => void): void {
    this.listener = listener;
  }
}
