import { useQuery } from '@tanstack/react-query';
import type { Deck } from '#shared/decks.ts';
import { trpc } from '#web/lib/trpc.ts';
import { stillUrl } from '#web/stage/frames/slide-url.ts';
import { needsScripts } from '#web/stage/position/slide-runs.ts';
import { StillFrame } from '#web/ui/StillFrame.tsx';
import { useElementSize } from '#web/ui/use-element-size.ts';

/** The slide extends this far beyond the card, because a card edge within a pixel would show the frame's white background. */
const BLEED_PX = 2;

/**
 * The first slide in a frame without scripts; nothing for decks that render nothing useful without them.
 */
export function FirstSlide({ deck: { id: deckId, title } }: { deck: Deck }) {
  const [box, size] = useElementSize<HTMLDivElement>();
  const deck = useQuery({ ...trpc.decks.get.queryOptions({ id: deckId }), staleTime: 5 * 60_000 });
  const manifest = deck.data?.manifest;
  const still = manifest !== undefined && !needsScripts(manifest);
  const playback = useQuery({
    ...trpc.playback.open.queryOptions({ id: deckId }),
    enabled: still,
    staleTime: 30 * 60_000,
    // In another network the address has to be requested again before it works.
    refetchOnReconnect: 'always',
  });

  const first = manifest?.slides[0];
  if (!still || first === undefined || playback.data === undefined) return null;
  const { dimensions } = manifest;
  const scale = Math.min((size.width + BLEED_PX) / dimensions.width, (size.height + BLEED_PX) / dimensions.height);
  return (
    <div ref={box} className="first-slide">
      <StillFrame
        title={title}
        src={stillUrl(playback.data.baseUrl, first.file)}
        dimensions={dimensions}
        style={{ transform: `translate(-50%, -50%) scale(${scale})` }}
      />
    </div>
  );
}
