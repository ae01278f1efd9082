import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection, { type SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import type { ConnectionUrlOptions } from 'nodemailer/lib/shared';
import type { EmailOutcome } from '../../application/kernel/ports/emails.js';
import { outcomeOf } from './smtp-outcome.js';

/** An e-mail as it goes over the wire. */
export interface Letter {
  readonly envelope: SMTPEnvelope;
  readonly content: Buffer;
}

/** Hands one e-mail to a mail server, over a connection of its own. @param timeoutMs the milliseconds for all of it */
export function deliver(server: ConnectionUrlOptions, letter: Letter, timeoutMs: number): Promise<EmailOutcome> {
  return new Promise((resolve) => {
    const connection = new SMTPConnection({ ...server, socketCloseTimeout: 0 });
    const content = contentOf(letter);
    const settle = (outcome: EmailOutcome): void => {
      clearTimeout(timer);
      resolve(outcome); // only the first outcome counts
      connection.close();
    };
    const fail = (error: NodemailerError): void => {
      settle(outcomeOf(error, content.begun()));
    };
    const timer = setTimeout(() => {
      const reason = `the mail server gave no answer within ${timeoutMs} ms`;
      settle({ outcome: content.begun() ? 'unknown' : 'not_sent', reason });
    }, timeoutMs);
    const send = (error?: NodemailerError | null): void => {
      if (error) fail(error);
      else
        connection.send(letter.envelope, content.stream, (problem) => {
          if (problem) fail(problem);
          else settle({ outcome: 'accepted' });
        });
    };
    connection.on('error', fail);
    connection.connect((error) => {
      if (error || !server.auth || !connection.allowsAuth) send(error);
      else connection.login({ credentials: server.auth }, send);
    });
  });
}

/** The content, and whether a part of it was read: nodemailer reads it when the server has agreed to take it. */
function contentOf({ content }: Letter): { readonly stream: Readable; readonly begun: () => boolean } {
  let begun = false;
  const stream = new Readable({
    read() {
      begun = true;
      this.push(content);
      this.push(null);
    },
  });
  return { stream, begun: () => begun };
}
