/** Every text of one language, by the same keys as English: a missing or a surplus key is a type error. */
export type Translated<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]> };
