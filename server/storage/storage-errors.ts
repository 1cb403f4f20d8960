/** What a blob store throws. It knows nothing of HTTP: the services translate. `cause` holds what the disk or S3 said. */
export abstract class StorageError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** No blob has this key. */
export class BlobNotFoundError extends StorageError {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no blob ${key}`, options);
  }
}

/** A blob has this key already. Blobs are never overwritten. */
export class BlobExistsError extends StorageError {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is a blob ${key} already`, options);
  }
}

/** The bytes are fewer or more than were promised: a staged file that changed, or a stored blob that was truncated. */
export class BlobSizeError extends StorageError {
  constructor(what: string, expected: number, actual: number | undefined, options?: ErrorOptions) {
    super(`${what}: ${expected} bytes expected, ${actual ?? 'fewer'} there`, options);
  }
}

/** No room: the disk, the quota of its owner, or the bucket's. Reads and deletes still work. */
export class StorageFullError extends StorageError {
  constructor(options?: ErrorOptions) {
    super('The storage is full', options);
  }
}

/** Out of reach, refusing, or too slow. Trying again later may help; nothing was stored. */
export class StorageUnavailableError extends StorageError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The storage is unavailable: ${reason}`, options);
  }
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
