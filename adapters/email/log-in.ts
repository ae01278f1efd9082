import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailServerOf } from './smtp-emails.js';

/** Opens a connection to the mail server, logs in, and closes it. @throws Error with the code EAUTH when the account is refused */
export function logIn(url: string): Promise<void> {
  const server = mailServerOf(url);
  const connection = new SMTPConnection({ ...server, socketCloseTimeout: 0 });
  return new Promise<void>((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      if (error) reject(error);
      else resolve();
    };
    connection.on('error', settle);
    connection.connect((error) => {
      if (error || !server.auth) settle(error);
      else connection.login({ credentials: server.auth }, settle);
    });
  }).finally(() => {
    connection.close();
  });
}
