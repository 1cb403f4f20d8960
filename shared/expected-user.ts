/**
 * The request header with the id of the user who made a change. The session or API key of another user is refused with
 * `USER_MISMATCH`.
 */
export const EXPECTED_USER_HEADER = 'Lectern-User';
