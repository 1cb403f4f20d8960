import type { DeckDetail } from '#shared/decks.ts';
import type { OutlinedSlide } from '#web/player/bridge-messages.ts';
import { GoTo } from '#web/player/GoTo.tsx';
import { KeysDialog } from '#web/player/KeysDialog.tsx';
import { Overview } from '#web/player/overview/Overview.tsx';
import type { Position } from '#web/player/use-position.ts';

/** What lies over the presenter view for a moment and takes the keys meanwhile. */
export type Layer = { is: 'goTo'; digits: string } | { is: 'help' | 'overview' };

interface PresenterLayerProps {
  layer: Layer;
  deck: DeckDetail;
  baseUrl: string;
  position: Position;
  outline: readonly OutlinedSlide[];
  onClose: () => void;
}

export function PresenterLayer({ layer, deck, baseUrl, position, outline, onClose }: PresenterLayerProps) {
  switch (layer.is) {
    case 'goTo':
      return <GoTo count={position.count} digits={layer.digits} onGo={position.goTo} onClose={onClose} />;
    case 'overview':
      return <Overview deck={deck} baseUrl={baseUrl} position={position} outline={outline} onClose={onClose} />;
    case 'help':
      return <KeysDialog onClose={onClose} />;
  }
}
