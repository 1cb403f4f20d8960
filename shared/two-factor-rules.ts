/** Who must have a second factor. */
export const TWO_FACTOR_RULES = ['off', 'admins', 'all'] as const;
export type TwoFactorRule = (typeof TWO_FACTOR_RULES)[number];

/**
 * What an account cannot do until it has a required second factor: use the rights of an admin, or anything except setting one up.
 */
export const WITHHELD = ['admin rights', 'everything'] as const;
export type Withheld = (typeof WITHHELD)[number];

/** The number of digits of a code from an authenticator app. */
export const CODE_DIGITS = 6;

/** The codes with which the second step of a sign-in can be taken: of an authenticator app, or a recovery code. */
export const SECOND_STEPS = ['code', 'recovery-code'] as const;
/** The ways to take the second step. With a passkey, the sign-in begins again: it needs no password. */
export const SECOND_STEP_METHODS = ['passkey', ...SECOND_STEPS] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

/** What a person can sign in with, as the audit log names it. `reset-link`: a link to set a new password, on servers without passwords. */
export const SIGN_IN_FACTORS = ['password', ...SECOND_STEPS, 'trusted-browser', 'passkey', 'provider', 'reset-link'] as const;
export type SignInFactor = (typeof SIGN_IN_FACTORS)[number];
