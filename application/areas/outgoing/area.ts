import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Emails } from '../../kernel/ports/emails.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { EmailNotices } from '../staff/email-notices.js';
import { Staff } from '../staff/staff.js';
import { ScheduledMessages } from '../texting/scheduled-messages.js';
import { SettleMessage } from '../texting/settle-message.js';
import { HeldEmails, MailServer } from './held-emails.js';
import { DropHeld, HeldWork } from './held-work.js';
import { Outgoing } from './outgoing.js';
import { Pauses } from './pauses.js';
import { PauseOutgoing, ResumeOutgoing } from './switch-outgoing.js';
import { TellOwnersOfTexting } from './tell-owners.js';
import { TextingNews } from './texting-news.js';
import { textingEvents } from './texting-state.view.js';

export const outgoingArea = area({
  name: 'outgoing',
  about: 'The switch for all that leaves the service. The operator uses it from the command line.',
  events: [textingEvents],
  shared: [
    provide(Outgoing, Outgoing, [Pauses, Ids, Clock, Log]),
    provide(TextingNews, TextingNews, [Pauses, Announcer, UnitOfWork, Clock]),
    provide(Emails, HeldEmails, [MailServer, Outgoing]),
    provide(DropHeld, DropHeld, [HeldWork, SettleMessage, ScheduledMessages, Announcer, Clock]),
  ],
  commands: [
    provide(PauseOutgoing, PauseOutgoing, [Shops, Pauses, TextingNews, Ids, Clock]),
    provide(ResumeOutgoing, ResumeOutgoing, [Pauses, DropHeld, TextingNews, Clock]),
  ],
  eventWorks: [provide(TellOwnersOfTexting, TellOwnersOfTexting, [Staff, EmailNotices])],
});
