/** The headers of a response that sends server-sent events. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  // `no-transform` prevents compression, which would delay events. `X-Accel-Buffering` prevents buffering in nginx.
  'Cache-Control': 'no-cache, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};
