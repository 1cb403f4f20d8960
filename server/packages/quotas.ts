import type { Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PackagesRepo } from './packages.repo.ts';

/** An upload that counts against a quota before its row exists. */
interface Reservation {
  readonly ownerId: string;
  /** Identifies the upload once its row exists. */
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** Runs in the transaction that writes a version. @throws AppError STORAGE_FULL */
export type QuotaCheck = (tx: Transaction, ownerId: string) => Promise<void>;

/**
 * Limits how much each user may store (`USER_QUOTA_BYTES`). An upload is checked twice: before any work is done for it, together with
 * the other running uploads of this process; and in its transaction, which also covers other instances.
 */
export class Quotas {
  readonly #repo: Pick<PackagesRepo, 'storedBytes' | 'holdQuota'>;
  readonly #maxBytes: number;
  readonly #underWay = new Set<Reservation>();

  /** @param maxBytes `Infinity` for no quota */
  constructor(repo: Pick<PackagesRepo, 'storedBytes' | 'holdQuota'>, maxBytes: number) {
    this.#repo = repo;
    this.#maxBytes = maxBytes;
  }

  /** Of several simultaneous uploads, the first ones succeed. Disposing of the result ends the reservation. @throws AppError STORAGE_FULL */
  async reserve(reservation: Reservation): Promise<Disposable> {
    const { ownerId, blobKey, sizeBytes } = reservation;
    const before = [...this.#underWay].filter((each) => each.ownerId === ownerId);
    const reserved = { ownerId, blobKey, sizeBytes };
    this.#underWay.add(reserved);
    const release = () => void this.#underWay.delete(reserved);
    try {
      // Uploads in `before` that have been written in the meantime count only as reserved.
      const reservedBytes = before.reduce((sum, each) => sum + each.sizeBytes, sizeBytes);
      await this.#refuseAbove(reservedBytes, () =>
        this.#repo.storedBytes(ownerId, { except: before.map((each) => each.blobKey) }),
      );
    } catch (fault) {
      release();
      throw fault;
    }
    return { [Symbol.dispose]: release };
  }

  /** The check of an upload in its transaction. Transactions for the same owner wait for each other. */
  checkOf(sizeBytes: number): QuotaCheck {
    return (tx, ownerId) =>
      this.#refuseAbove(sizeBytes, async () => {
        await this.#repo.holdQuota(tx, ownerId);
        return this.#repo.storedBytes(ownerId, { tx });
      });
  }

  async #refuseAbove(addedBytes: number, storedBytes: () => Promise<number>): Promise<void> {
    if (!Number.isFinite(this.#maxBytes) || (await storedBytes()) + addedBytes <= this.#maxBytes) return;
    throw new AppError(
      'STORAGE_FULL',
      'The decks of the owner would exceed their storage quota. Delete decks that are no longer needed.',
      {
        maxBytes: this.#maxBytes,
      },
    );
  }
}
