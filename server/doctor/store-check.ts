import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { errnoOf } from '#server/storage/disk-errors.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { reasonOf } from '#server/storage/storage-errors.ts';
import { brokenFolders, notWritable } from './machine-check.ts';
import { type Check, checked, fault, type Finding } from './report.ts';

type Storage = Config['storage'];

/** Where people find the file of a blob. */
export function placeIn(storage: Storage): (key: string) => string {
  if (storage.kind === 's3') return (key) => `s3://${storage.bucket}/blobs/${key}`;
  const layout = new DiskLayout(storage.directory);
  return (key) => layout.pathOf(key);
}

/** Whether the store can be written, read and cleaned up, with a small file that is removed again. */
export async function checkStore(storage: Storage, blobs: Pick<BlobStore, 'health'>): Promise<Check> {
  return storage.kind === 'disk' ? checkDisk(storage, blobs) : checkS3(storage, blobs);
}

async function checkDisk({ directory }: Extract<Storage, { kind: 'disk' }>, blobs: Pick<BlobStore, 'health'>): Promise<Check> {
  const { root, temporary, shelves } = new DiskLayout(directory);
  if ((await statfs(root).catch(() => null)) === null)
    return checked('Store', directory, [
      fault(`There is no store in ${directory}.`, 'Mount its disk, or set DATA_DIR to the directory of the server.'),
    ]);
  const broken = await brokenFolders([temporary, ...shelves]);
  const findings: Finding[] = [];
  if (broken.length > 0)
    findings.push(
      fault(
        `${broken.length} of ${shelves.length + 1} folders of the store are missing, or cannot be read or written.`,
        'Mount the disk, and give the folders to the user of the server. A restart creates missing folders, without the files in them.',
        broken,
      ),
    );
  else
    await blobs.health().catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      findings.push(notWritable(temporary, errnoOf(cause) ?? reasonOf(error)));
    });
  return checked('Store', `on disk, in ${directory}`, findings);
}

async function checkS3(storage: Extract<Storage, { kind: 's3' }>, blobs: Pick<BlobStore, 'health'>): Promise<Check> {
  const { bucket, endpoint, region } = storage;
  const summary = `bucket ${bucket} at ${endpoint ?? `Amazon (${region})`}`;
  const error: unknown = await blobs.health().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return checked('Store', summary, []);
  return checked('Store', summary, [fault(`${reasonOf(error)}.`, s3Remedy(error, storage))]);
}

/** What to do about the error of S3 or of the connection to it. */
function s3Remedy(error: unknown, { bucket, endpoint, region, forcePathStyle }: Extract<Storage, { kind: 's3' }>): string {
  const names = namesOf(error);
  const is = (...expected: string[]) => expected.some((name) => names.has(name));
  const where = endpoint ?? `Amazon in ${region}`;
  if (is('NoSuchBucket')) return `There is no bucket “${bucket}” at ${where}: create it, or correct S3_BUCKET or S3_ENDPOINT.`;
  if (is('InvalidAccessKeyId', 'InvalidClientTokenId')) return 'Correct S3_ACCESS_KEY_ID: the service does not know it.';
  if (is('SignatureDoesNotMatch')) return 'Correct S3_SECRET_ACCESS_KEY: it is not the secret of S3_ACCESS_KEY_ID.';
  if (is('CredentialsProviderError')) return 'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.';
  if (is('AccessDenied', 'Forbidden', 'AllAccessDisabled'))
    return `Give the key the rights s3:GetObject, s3:PutObject and s3:DeleteObject on the objects of “${bucket}”, and s3:ListBucket on the bucket. Or correct the keys.`;
  if (is('PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException', 'IncorrectEndpoint'))
    return `The bucket is in another region than S3_REGION (${region}): correct it.`;
  if (is('RequestTimeTooSkewed')) return 'Set the clock of this machine (timedatectl set-ntp true).';
  if (is('ENOTFOUND', 'EAI_AGAIN'))
    return forcePathStyle
      ? `No host has the name in S3_ENDPOINT (${where}): correct it, or check the DNS.`
      : `No host has the name in S3_ENDPOINT (${where}), with the bucket before it: correct it. For services other than Amazon's, set S3_FORCE_PATH_STYLE=true.`;
  if (is('ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'TimeoutError'))
    return `Nothing answers at ${where}: correct S3_ENDPOINT, start the service, or open the firewall.`;
  if ([...names].some((name) => /^(EPROTO|ERR_SSL|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(name)))
    return 'Correct S3_ENDPOINT (http or https), or let this machine trust the certificate (NODE_EXTRA_CA_CERTS).';
  if (is('StorageFullError')) return 'The bucket is full: raise its quota, or free space.';
  return 'Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_FORCE_PATH_STYLE and the keys.';
}

/** The names and codes of an error and of its causes. */
function namesOf(error: unknown): Set<string> {
  const found = new Set<string>();
  for (let each = error; each instanceof Error && !found.has(each.message); each = each.cause) {
    found.add(each.message).add(each.name);
    if ('code' in each && typeof each.code === 'string') found.add(each.code);
    if (each instanceof AggregateError) for (const one of namesOf(each.errors[0])) found.add(one);
  }
  return found;
}
