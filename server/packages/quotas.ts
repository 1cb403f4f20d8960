import type { Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { PackagesRepo } from './packages.repo.ts';

/** An upload that counts against somebody's quota before its row is there. */
interface Reservation {
  readonly ownerId: string;
  /** By it the upload is known again once its row is there. */
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** Inside the transaction that writes a version. @throws AppError STORAGE_FULL */
export type QuotaCheck = (tx: Transaction, ownerId: string) => Promise<void>;

/**
 * How much each person may store (`USER_QUOTA_BYTES`). An upload is checked twice: before any work is done for it,
 * together with those that this process has under way; and in its transaction, which holds across instances.
 */
export class Quotas {
  readonly #repo: Pick<PackagesRepo, 'storedBytes' | 'holdQuota'>;
  readonly #maxBytes: number;
  readonly #underWay = new Set<Reservation>();

  /** @param maxBytes infinite: no quota */
  constructor(repo: Pick<PackagesRepo, 'storedBytes' | 'holdQuota'>, maxBytes: number) {
    this.#repo = repo;
    this.#maxBytes = maxBytes;
  }

  /** Of several that come at once the first go ahead. Disposing of it ends the reservation. @throws AppError STORAGE_FULL */
  async reserve(reservation: Reservation): Promise<Disposable> {
    const { ownerId, blobKey, sizeBytes } = reservation;
    const before = [...this.#underWay].filter((each) => each.ownerId === ownerId);
    const reserved = { ownerId, blobKey, sizeBytes };
    this.#underWay.add(reserved);
    const release = () => void this.#underWay.delete(reserved);
    try {
      // Those of `before` that have been written meanwhile count once: as reserved.
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

  /** The check of one upload inside its transaction: uploads for one owner wait for each other there. */
  checkOf(sizeBytes: number): QuotaCheck {
    return (tx, ownerId) =>
      this.#refuseAbove(sizeBytes, async () => {
        await this.#repo.holdQuota(tx, ownerId);
        return this.#repo.storedBytes(ownerId, { tx });
      });
  }

  async #refuseAbove(addedBytes: number, storedBytes: () => Promise<number>): Promise<void> {
    if (!Number.isFinite(this.#maxBytes) || (await storedBytes()) + addedBytes <= this.#maxBytes) return;
    throw new AppError('STORAGE_FULL', 'Your decks would exceed your quota. Delete a deck that you no longer need.', {
      maxBytes: this.#maxBytes,
    });
  }
}
