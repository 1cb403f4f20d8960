/**
 * Words for oxlint's `no-restricted-imports`. Two facts of it to know: where several overrides match a file, the last one
 * replaces the others as a whole; and within one, an import that a `!pattern` of a `group` lets through is let through by
 * every group. So here a `group` is always an allow list, and what is refused whatever the lists say is a `regex`.
 */

/** Refuses these. */
export interface Refusal {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** Refuses everything but these. */
export interface AllowList {
  readonly group: string[];
  readonly message: string;
}

export interface ImportOverride {
  readonly files: string[];
  readonly rules: { 'no-restricted-imports': ['error', { patterns: (Refusal | AllowList)[] }] };
}

export const overrideFor = (files: string[], ...patterns: (Refusal | AllowList)[]): ImportOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Of our own code, these and nothing else. */
export const onlyOurs = (message: string, ...allowed: string[]): AllowList => ({
  group: ['#*/**', ...allowed.map((pattern) => `!${pattern}`)],
  message,
});

/** Of everything, these and nothing else. */
export const only = (message: string, ...allowed: string[]): AllowList => ({
  group: ['**', ...allowed.map((pattern) => `!${pattern}`)],
  message,
});

/** These packages, with everything below them. */
export const packages = (...names: string[]): string => `^(?:${names.join('|')})(?:/|$)`;

export const NO_PARENT: Refusal = {
  regex: '^\\.\\.(?:/|$)',
  message: 'Outside its own folder a file is named by its alias (#server/…, #shared/…, #web/…), never by ../.',
};
