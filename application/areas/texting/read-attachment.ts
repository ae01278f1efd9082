import { NotFound } from '../../../domain/shared/errors.js';
import type { MessageId } from '../../../domain/shared/id.js';
import { PathId, PathPlace } from '../../kernel/fields/fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { file } from '../../kernel/operation/output.js';
import { storedFile, type StoredFile } from '../media/file-storage.js';
import { MediaFiles } from '../media/media-files.js';

class ReadAttachmentInput {
  @PathId() id!: MessageId;
  @PathPlace({ description: 'The number of the attachment in the message, from 0.' }) n!: number;
}

class ReadAttachment implements UseCase<ReadAttachmentInput, StoredFile> {
  constructor(private readonly files: MediaFiles) {}

  async execute({ shop }: Caller, { id, n }: ReadAttachmentInput): Promise<StoredFile> {
    const stored = storedFile(shop.id, await this.files.attachmentOf(shop.id, id, n));
    if (!stored) throw new NotFound('attachment');
    return stored;
  }
}

export const readAttachment = operation(ReadAttachment, {
  name: 'messages.read_attachment',
  summary: 'Read an attachment of a message',
  description:
    'The file itself, as it is, such as a picture. `GET /messages/{id}` has the addresses of the attachments in ' +
    '`media`. Answers 404 until the service has the file.',
  scope: 'read',
  route: get('/messages/:id/media/:n'),
  input: ReadAttachmentInput,
  output: file(),
  needs: [MediaFiles],
  errors: ['not_found'],
});
