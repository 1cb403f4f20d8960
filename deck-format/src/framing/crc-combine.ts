const POLYNOMIAL = 0xedb88320;

/**
 * The CRC-32 of two stretches joined, from the CRC of each and the second one's length in bytes. Appending a zero bit
 * to a message is a linear step over GF(2); it is squared into longer ones, so the cost grows with the length's digits.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  let step = bitStep();
  for (let doublings = 0; doublings < 3; doublings++) step = twice(step);
  let crc = first;
  for (let left = secondLength; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) crc = apply(step, crc);
    step = twice(step);
  }
  return (crc ^ second) >>> 0;
}

/** What becomes of each of the 32 bits when one zero bit is appended. */
function bitStep(): number[] {
  return Array.from({ length: 32 }, (_, bit) => (bit === 0 ? POLYNOMIAL : 2 ** (bit - 1)));
}

function apply(step: readonly number[], crc: number): number {
  let sum = 0;
  for (const [bit, image] of step.entries()) if ((crc >>> bit) & 1) sum ^= image;
  return sum >>> 0;
}

function twice(step: readonly number[]): number[] {
  return step.map((image) => apply(step, image));
}
