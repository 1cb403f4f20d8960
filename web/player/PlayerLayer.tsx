import type { DeckDetail } from '#shared/decks.ts';
import type { OutlinedSlide } from './bridge-messages.ts';
import { GoTo } from './GoTo.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { Overview } from './overview/Overview.tsx';
import { TrustDialog } from './trust/TrustDialog.tsx';
import type { TrustTalk } from './trust/use-deck-trust.ts';
import type { Position } from './use-position.ts';

/** What lies over the stage for a moment and takes the keys meanwhile. */
export type Layer = { is: 'goTo'; digits: string } | { is: 'help' | 'overview' | 'trust' };

interface PlayerLayerProps {
  layer: Layer;
  deck: DeckDetail;
  baseUrl: string;
  position: Position;
  outline: readonly OutlinedSlide[];
  trust: TrustTalk;
  onClose: () => void;
}

export function PlayerLayer({ layer, deck, baseUrl, position, outline, trust, onClose }: PlayerLayerProps) {
  switch (layer.is) {
    case 'goTo':
      return <GoTo count={position.count} digits={layer.digits} onGo={position.goTo} onClose={onClose} />;
    case 'overview':
      return <Overview deck={deck} baseUrl={baseUrl} position={position} outline={outline} onClose={onClose} />;
    case 'help':
      return <KeysDialog onClose={onClose} />;
    case 'trust':
      return <TrustDialog talk={trust} onClose={onClose} />;
  }
}
