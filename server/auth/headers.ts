/** Headers in the form the auth library takes, from those that are there. */
export function toHeaders(values: Record<string, string | undefined>): Headers {
  const present = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Headers(present);
}
