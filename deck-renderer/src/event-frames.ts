import { type EventHeader, eventHeaderSchema } from './protocol.ts';

/** An event of a job with its bytes, which are empty for all events but pictures and parts of a PDF. */
export interface EventFrame {
  readonly header: EventHeader;
  readonly bytes: Uint8Array;
}

const NO_BYTES = new Uint8Array();

/** An event without bytes. */
export const eventOf = (header: EventHeader): EventFrame => ({ header, bytes: NO_BYTES });

/** The lengths of header and bytes, each as a 32-bit number. */
const LENGTHS = 8;
const HEADER_MAX = 16 * 1024 * 1024;
const BYTES_MAX = 64 * 1024 * 1024;

/** Writes an event: length of the header, length of the bytes, the header as JSON, the bytes. */
export function encodeFrame({ header, bytes }: EventFrame): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([lengths, text, bytes]);
}

/**
 * Reads events from a stream of bytes, cut anywhere.
 * @throws Error if the stream is not what `encodeFrame` writes, or ends inside an event.
 */
export async function* decodeFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<EventFrame> {
  let kept: Uint8Array[] = [];
  let length = 0;
  let wanted = LENGTHS;
  for await (const chunk of stream) {
    kept.push(chunk);
    length += chunk.length;
    if (length < wanted) continue;
    let rest = Buffer.concat(kept);
    while (rest.length >= LENGTHS) {
      const [headerLength, bytesLength] = [rest.readUInt32BE(0), rest.readUInt32BE(4)];
      if (headerLength > HEADER_MAX || bytesLength > BYTES_MAX) throw new Error('The renderer sent an event that is too long.');
      wanted = LENGTHS + headerLength + bytesLength;
      if (rest.length < wanted) break;
      const header = eventHeaderSchema.parse(JSON.parse(rest.toString('utf8', LENGTHS, LENGTHS + headerLength)));
      yield { header, bytes: rest.subarray(LENGTHS + headerLength, wanted) };
      rest = rest.subarray(wanted);
      wanted = LENGTHS;
    }
    kept = [rest];
    length = rest.length;
  }
  if (length > 0) throw new Error('The response of the renderer ended inside an event.');
}
