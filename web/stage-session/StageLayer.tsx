import type { DeckDetail } from '#shared/decks.ts';
import { GoTo } from '#web/stage/controls/GoTo.tsx';
import { KeysDialog } from '#web/stage/controls/KeysDialog.tsx';
import { Overview } from '#web/overview/Overview.tsx';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';

/** A layer that covers the stage and takes the keys until it is closed. */
export type Layer = { is: 'goTo'; digits: string } | { is: 'help' | 'overview' };

interface StageLayerProps {
  layer: Layer;
  deck: DeckDetail;
  baseUrl: string;
  position: DeckPosition;
  inside: InnerSlides;
  onClose: () => void;
}

export function StageLayer({ layer, deck, baseUrl, position, inside, onClose }: StageLayerProps) {
  switch (layer.is) {
    case 'goTo':
      return <GoTo count={position.count} digits={layer.digits} onGo={position.goTo} onClose={onClose} />;
    case 'overview':
      return <Overview deck={deck} baseUrl={baseUrl} position={position} inside={inside} onClose={onClose} />;
    case 'help':
      return <KeysDialog onClose={onClose} />;
  }
}
