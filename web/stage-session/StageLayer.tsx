import { GoTo } from '#web/stage/controls/GoTo.tsx';
import { KeysDialog } from '#web/stage/controls/KeysDialog.tsx';
import { FindBar } from '#web/overview/FindBar.tsx';
import { Overview } from '#web/overview/Overview.tsx';
import type { StageSession } from './use-stage-session.tsx';

interface StageLayerProps {
  session: StageSession;
  /** See `KeysDialog`. */
  clicksCanMove?: boolean;
}

/** What finds in the deck, and the layer that covers the stage, if they are open. */
export function StageLayer(props: StageLayerProps) {
  const { deck, position, finding, setFinding, showLayer } = props.session;
  return (
    <>
      {finding !== null && (
        <FindBar
          deck={deck}
          position={position}
          asked={finding}
          onOverview={(query) => showLayer({ is: 'overview', query })}
          onClose={() => setFinding(() => null)}
        />
      )}
      <Layer {...props} />
    </>
  );
}

function Layer({ session, clicksCanMove = false }: StageLayerProps) {
  const { layer, showLayer, deck, baseUrl, position, inside } = session;
  const close = () => showLayer(null);
  switch (layer?.is) {
    case 'goTo':
      return <GoTo count={position.count} digits={layer.digits} onGo={position.goTo} onClose={close} />;
    case 'overview':
      return (
        <Overview
          deck={deck}
          baseUrl={baseUrl}
          position={position}
          inside={inside}
          initialQuery={layer.query ?? ''}
          onClose={close}
        />
      );
    case 'help':
      return <KeysDialog clicksCanMove={clicksCanMove} onClose={close} />;
    case undefined:
      return null;
  }
}
