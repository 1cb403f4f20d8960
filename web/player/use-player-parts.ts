import { useEffect, useState } from 'react';
import { withLaterTexts } from '#web/lib/i18n.ts';

const load = () => withLaterTexts(() => import('./player-parts.ts'));
type PlayerParts = Awaited<ReturnType<typeof load>>;

let loaded: PlayerParts | null = null;

/**
 * The parts of the player that the first slide does not need; null until they are loaded. Loading starts when the frame of the first
 * slide exists, and does not wait for a user who needs them: they must work without a connection. Not with `Suspense`, which delays by
 * up to 300 ms what was loaded, and would delay each dialog again.
 */
export function usePlayerParts(): PlayerParts | null {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    void load().then(
      (module) => setParts((loaded = module)),
      (thrown: unknown) =>
        setParts(() => {
          throw thrown;
        }),
    );
  }, []);
  return parts;
}
