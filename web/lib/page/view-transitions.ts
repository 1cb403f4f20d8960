import type { AnyRouter } from '@tanstack/react-router';

/**
 * Lets a router animate the links that want it (`viewTransition`). A browser skips an animation when, for example, the window is resized
 * meanwhile; the new page is shown then as well. The router's own function leaves that as an unhandled rejection.
 */
export function animateWantedLinks(router: AnyRouter): void {
  router.startViewTransition = async (update) => {
    const isWanted = router.shouldViewTransition === true;
    delete router.shouldViewTransition;
    if (!isWanted || !('startViewTransition' in document)) return update();
    const transition = document.startViewTransition(update);
    transition.ready.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}
