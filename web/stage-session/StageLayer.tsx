import { GoTo } from '#web/stage/controls/GoTo.tsx';
import { KeysDialog } from '#web/stage/controls/KeysDialog.tsx';
import { Overview } from '#web/overview/Overview.tsx';
import type { StageSession } from './use-stage-session.tsx';

interface StageLayerProps {
  session: StageSession;
  /** See `KeysDialog`. */
  clicksCanMove?: boolean;
}

/** The layer that covers the stage, if there is one. */
export function StageLayer({ session, clicksCanMove = false }: StageLayerProps) {
  const { layer, showLayer, deck, baseUrl, position, inside } = session;
  const close = () => showLayer(null);
  switch (layer?.is) {
    case 'goTo':
      return <GoTo count={position.count} digits={layer.digits} onGo={position.goTo} onClose={close} />;
    case 'overview':
      return <Overview deck={deck} baseUrl={baseUrl} position={position} inside={inside} onClose={close} />;
    case 'help':
      return <KeysDialog clicksCanMove={clicksCanMove} onClose={close} />;
    case undefined:
      return null;
  }
}
