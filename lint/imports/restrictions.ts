/**
 * Builders for the options of oxlint's `no-restricted-imports`. The rule has two properties that shape them:
 *
 * - If several overrides match a file, the last one replaces the others; they are not merged.
 * - An import that matches a `!pattern` in one `group` is allowed by every group.
 *
 * Therefore a `group` is always an allow list here, and imports that are refused in any case are a `regex`.
 */

/** Refuses the imports that match `regex`. */
export interface Refusal {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

/** Refuses every import that the `!patterns` in `group` do not allow. */
export interface AllowList {
  readonly group: string[];
  readonly message: string;
}

export interface ImportOverride {
  readonly files: string[];
  readonly rules: { 'no-restricted-imports': ['error', { patterns: (Refusal | AllowList)[] }] };
}

/** Applies the patterns to the files that match the globs in `files`. */
export const overrideFor = (files: string[], ...patterns: (Refusal | AllowList)[]): ImportOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Restricts imports of our own code to the allowed patterns. Packages are not restricted. */
export const onlyOurs = (message: string, ...allowed: string[]): AllowList => ({
  group: ['#*/**', ...allowed.map((pattern) => `!${pattern}`)],
  message,
});

/** Restricts all imports, packages included, to the allowed patterns. */
export const only = (message: string, ...allowed: string[]): AllowList => ({
  group: ['**', ...allowed.map((pattern) => `!${pattern}`)],
  message,
});

/** A regular expression that matches the packages and their subpaths. */
export const packages = (...names: string[]): string => `^(?:${names.join('|')})(?:/|$)`;

export const NO_PARENT: Refusal = {
  regex: '^\\.\\.(?:/|$)',
  message: 'Import files outside the own folder by alias (#server/…, #shared/…, #web/…), not ../.',
};
