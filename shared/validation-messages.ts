import { issueMessage } from 'deck-format';
import { z } from 'zod';

/**
 * Replaces the messages of zod's own checks with sentences such as "This field must be at most 256 characters long." The setting is
 * global: call this once, before the first request.
 */
export function setValidationMessages(): void {
  z.config({
    customError: (issue) => {
      const message = issueMessage(issue);
      return message === undefined ? undefined : `This field ${message}.`;
    },
  });
}
