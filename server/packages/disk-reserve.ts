import pLimit from 'p-limit';
import { AppError } from '#server/errors.ts';
import { MIB } from '#shared/limits.ts';

interface Dependencies {
  /** Returns the number of bytes that can still be written. */
  readonly freeBytes: () => Promise<number>;
  /** The number of bytes that must stay free for everything else on the machine. */
  readonly minFreeBytes: number;
}

/** The number of bytes that an upload without an announced length reserves at a time. */
const STEP_BYTES = 8 * MIB;

/** Reserves disk space for the uploads of this process. Bytes that are announced but not written yet count as used. */
export class DiskReserve {
  readonly #dependencies: Dependencies;
  readonly #oneAtATime = pLimit(1);
  #heldBytes = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Reserves space for one upload. Disposing of the result releases what was not written.
   *
   * @param bytes the announced size; 0 if none was announced
   * @throws AppError STORAGE_FULL
   */
  async hold(bytes: number): Promise<HeldSpace> {
    await this.#take(bytes);
    let left = bytes;
    const give = (given: number) => {
      left -= given;
      this.#heldBytes -= given;
    };
    return {
      write: async (written) => {
        if (written > left) {
          const step = Math.max(STEP_BYTES, written - left);
          await this.#take(step);
          left += step;
        }
        give(written);
      },
      [Symbol.dispose]: () => give(left),
    };
  }

  /** Reservations are made one after the other, so that two uploads neither get the same space nor both fail. */
  async #take(bytes: number): Promise<void> {
    await this.#oneAtATime(async () => {
      const { freeBytes, minFreeBytes } = this.#dependencies;
      const free = await freeBytes();
      if (free - this.#heldBytes - bytes < minFreeBytes) {
        throw new AppError('STORAGE_FULL', 'The server is running out of disk space. Ask an admin to free some.');
      }
      this.#heldBytes += bytes;
    });
  }
}

export interface HeldSpace extends Disposable {
  /** Call this before the bytes are written. @throws AppError STORAGE_FULL */
  readonly write: (bytes: number) => Promise<void>;
}
