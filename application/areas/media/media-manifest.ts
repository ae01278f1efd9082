import { MEDIA_KINDS, type MediaFile, type MediaKind } from '../../../domain/media/media-file.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { CallId, MediaFileId, MessageId } from '../../../domain/shared/id.js';
import { fieldsOf } from '../../kernel/fields/field.js';
import { Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { cell, ExternalId } from '../../transfer/import-row.js';
import type { MediaOwner } from './media-files.js';

/** The number of hexadecimal digits of a SHA-256. */
const DIGITS = 64;
/** No message has as many attachments. */
const MOST_PLACE = 999;

/** A line of the manifest: one exported file. */
export class ManifestLine {
  @Uuid({ description: 'The file’s id, which is also its name.' }) file!: MediaFileId;
  @OneOf(MEDIA_KINDS) kind!: MediaKind;
  @Uuid(cell) call_id?: CallId | null;
  @ExternalId() call_external_id?: string | null;
  @Uuid(cell) message_id?: MessageId | null;
  @ExternalId() message_external_id?: string | null;
  @Int({ min: 0, max: MOST_PLACE }) place!: number;
  @Text({ max: 100 }) content_type!: string;
  @Int({ min: 1 }) bytes!: number;
  @Text({ min: DIGITS, max: DIGITS }) sha256!: string;
  @Int({ min: 0, ...cell }) duration_seconds?: number | null;
}

/** The columns of a manifest. */
export const MANIFEST_COLUMNS: ReadonlySet<string> = new Set(fieldsOf(ManifestLine).map(({ name }) => name));

/** Describes a stored file. @param owner its call or its message; undefined: it was deleted a moment ago */
export function manifestLine(file: MediaFile, owner: MediaOwner | undefined, { bytes, sha256 }: Digest): ManifestLine {
  const externalId = owner?.externalId ?? null;
  return {
    file: file.id,
    kind: file.kind,
    call_id: file.callId,
    call_external_id: file.callId === null ? null : externalId,
    message_id: file.messageId,
    message_external_id: file.messageId === null ? null : externalId,
    place: file.place,
    content_type: file.contentType ?? '',
    bytes,
    sha256,
    duration_seconds: file.durationSeconds,
  };
}

/** The columns of a line that name its call or message. */
export interface NamedOwner {
  readonly of: 'call' | 'message';
  readonly id: CallId | MessageId | null;
  readonly externalId: string | null;
}

/** @throws ValidationError when the line names none, or one that a file of its kind cannot have */
export function ownerIn(line: ManifestLine): NamedOwner {
  const [of, other] = line.kind === 'attachment' ? (['message', 'call'] as const) : (['call', 'message'] as const);
  const id = line[`${of}_id`] ?? null;
  const externalId = line[`${of}_external_id`] ?? null;
  if (id === null && externalId === null) throw new ValidationError(`${of}_id`, `${of}_id or ${of}_external_id is required`);
  const strange = [`${other}_id`, `${other}_external_id`].find((column) => isGiven(line, column));
  if (strange !== undefined) throw new ValidationError(strange, `a ${line.kind} belongs to a ${of}`);
  if (of === 'call' && line.place !== 0) throw new ValidationError('place', `a ${line.kind} has the place 0`);
  return { of, id, externalId };
}

function isGiven(line: ManifestLine, column: string): boolean {
  const value = (line as unknown as Readonly<Record<string, unknown>>)[column]; // safe: any column may be looked up
  return value !== undefined && value !== null;
}

/** The length and the hash that the content of a file must have. */
export interface Digest {
  readonly bytes: number;
  /** in hexadecimal digits, in lower case */
  readonly sha256: string;
}

/** A file cannot be read, or its content is not the expected one. The message is a reason such as `is missing`. */
export class WrongContent extends Error {}

/** The folder to which files are exported. A file has its id as its name. */
export interface ExportFolder {
  /**
   * Writes a file completely or not at all. A file of the same name is replaced.
   * @throws WrongContent when the content has another length; the error of `content`
   */
  write(name: MediaFileId, content: AsyncIterable<Uint8Array>, bytes: number): Promise<Digest>;
}

/** The folder from which files are imported. */
export interface ImportFolder {
  /**
   * Opens a file when its first chunk is asked for. Links are not followed.
   * @throws WrongContent while it is read
   */
  read(name: MediaFileId, expected: Digest): AsyncIterable<Uint8Array>;
  /** Reads content from anywhere. */
  digest(content: AsyncIterable<Uint8Array>): Promise<Digest>;
}
