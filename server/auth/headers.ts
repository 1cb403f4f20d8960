/** Makes `Headers` for the auth library from the values that are defined. */
export function toHeaders(values: Record<string, string | undefined>): Headers {
  const present = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Headers(present);
}
