import { ValidateIf } from 'class-validator';
import { Address, check, Written } from './setting-fields.js';

/** The beginning of the address of a bucket. */
export const BUCKET = 's3://';
const PLACE = /^(?:file:.+|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?)$/;
const PLACES =
  'file:FOLDER or s3://BUCKET/PREFIX (the name of a bucket has 3 to 63 characters of a-z, 0-9, "." and "-", and begins and ends ' +
  'with a letter or a digit)';

const isBucket = (place: string | null): boolean => place !== null && PLACE.test(place) && place.startsWith(BUCKET);
const isGiven = (value: unknown): boolean => value !== null;
const whereGiven = ValidateIf((_, value) => isGiven(value));
const withBucket = ValidateIf(
  ({ RECORDINGS: place, AWS_ENDPOINT_URL_S3: endpoint }: RecordingSettings, region) =>
    isBucket(place) && (isGiven(region) || endpoint === null),
);
const requiredByAmazon = check(isGiven, 'is required with RECORDINGS=s3://… unless AWS_ENDPOINT_URL_S3 is set');

/** The settings of the storage of recordings and attachments. The SDK for S3 finds the credentials itself. */
export class RecordingSettings {
  @Written(PLACE, PLACES, whereGiven) RECORDINGS: string | null = null;
  @Address(['http:', 'https:']) AWS_ENDPOINT_URL_S3: string | null = null;
  @Written(/^[a-z0-9-]+$/, 'a region such as ca-central-1', withBucket, requiredByAmazon) AWS_REGION: string | null = null;
}
