import { useMatchRoute, useNavigate } from '@tanstack/react-router';

/** Leaves the pages of a deck that the user will no longer be able to read: they would show that it was not found. */
export function useLeavePage(): (deckId: string) => Promise<void> {
  const navigate = useNavigate();
  const matches = useMatchRoute();
  return async (deckId) => {
    if (matches({ to: '/decks/$deckId', params: { deckId }, fuzzy: true })) await navigate({ to: '/' });
  };
}
