/** The plural forms of a language, as `Intl.PluralRules` names them. */
type PluralForm = Intl.LDMLPluralRule;

/** A key of English with the ending of a plural form. `_zero` is an extra text for none, which English does not need. */
type PluralKey<Base extends string> = `${Base}_${Exclude<PluralForm, 'zero'>}`;

/**
 * Every text of a language that has the plural forms `Forms`, by the keys of English. A key that English counts with (`slides_one`,
 * `slides_other`) is there once for each of these forms. A missing or an additional key is a type error.
 */
export type Translated<English, Forms extends PluralForm> = {
  readonly [Key in keyof English as Key extends PluralKey<infer Base> ? `${Base}_${Forms}` : Key]: English[Key] extends string
    ? string
    : Translated<English[Key], Forms>;
};
