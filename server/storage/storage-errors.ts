/** An error of a blob store. It knows nothing about HTTP; services translate it. `cause` is the error of the disk or of S3. */
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

/** The key is already used. Blobs are never overwritten. */
export class BlobExistsError extends StorageError {
  constructor(key: string, options?: ErrorOptions) {
    super(`There is a blob ${key} already`, options);
  }
}

/** There are fewer or more bytes than expected: a staged file was changed, or a stored blob was truncated. */
export class BlobSizeError extends StorageError {
  constructor(what: string, expected: number, actual: number | undefined, options?: ErrorOptions) {
    super(`${what}: ${expected} bytes expected, ${actual ?? 'fewer'} there`, options);
  }
}

/** The disk is full, or the quota of its owner or of the bucket is used up. Reads and deletes still work. */
export class StorageFullError extends StorageError {
  constructor(options?: ErrorOptions) {
    super('The storage is full', options);
  }
}

/** The storage cannot be reached, refuses requests, or is too slow. Nothing was stored. A later attempt may succeed. */
export class StorageUnavailableError extends StorageError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The storage is unavailable: ${reason}`, options);
  }
}

/** The message of an error or of any other thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
