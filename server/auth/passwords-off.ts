import { AppError } from '#server/errors.ts';

/** For what people do with passwords, while they sign in with the provider only. */
export function passwordsOff(): AppError {
  return new AppError('FORBIDDEN', 'Passwords are switched off on this server. Sign in with the sign-in provider.');
}
