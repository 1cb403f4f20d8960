import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { readResumePoint, type ResumePoint } from './resume.ts';

/** The slide that the address names, zero-based; without one, where this person left off. */
export function useSlideInAddress(deck: DeckDetail): [number, ResumePoint] {
  const router = useRouter();
  const { slideNumber } = useParams({ strict: false });
  const [resume] = useState(() => readResumePoint(deck.id));
  const named = slideNumber !== undefined && /^[1-9]\d{0,3}$/.test(slideNumber) ? Number(slideNumber) - 1 : null;
  const index = Math.min(named ?? resume.index, deck.slideCount - 1);

  useEffect(() => {
    if (named === index) return;
    const params = { deckId: deck.id, slideNumber: String(index + 1) };
    void router.navigate({ to: '/decks/$deckId/$slideNumber', params, replace: true });
  }, [router, deck.id, named, index]);

  // A link to another slide than the remembered one starts that slide at its beginning.
  return [index, named === null || named === resume.index ? resume : { index, inner: null }];
}
