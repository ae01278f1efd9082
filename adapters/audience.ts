/** A part of the service that needs the announcements (NOTIFY) of one channel. */
export interface Audience {
  readonly channel: string;
  announced(payload: string): void;
  /**
   * Called when announcements can be heard, and when they no longer can. In both cases some announcements may have been missed.
   */
  hear(hearing: boolean): void;
}
