import pLimit from 'p-limit';
import { AppError } from '#server/errors.ts';
import { MIB } from '#shared/limits.ts';

interface Dependencies {
  /** Bytes that may still be written. */
  readonly freeBytes: () => Promise<number>;
  /** Bytes that must stay free, so that everything else on the machine goes on. */
  readonly minFreeBytes: number;
}

/** Bytes that an upload without an announced length asks for at a time. */
const STEP_BYTES = 8 * MIB;

/** Room on the disk for the uploads of this process: what they announced and have not written yet counts as taken. */
export class DiskReserve {
  readonly #dependencies: Dependencies;
  readonly #oneAtATime = pLimit(1);
  #heldBytes = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Room for one upload. Disposing of it gives back what was not written.
   *
   * @param bytes as announced; 0 where nothing was
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

  /** One after the other, so that two never count on the same room, nor refuse each other. */
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
  /** To be called before so many bytes are written. @throws AppError STORAGE_FULL */
  readonly write: (bytes: number) => Promise<void>;
}
