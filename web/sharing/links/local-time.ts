/** A time as `<input type="datetime-local">` has it: in the time zone of the browser, to the minute. */
export function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}
