import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { inSteps } from './steps.ts';

/**
 * The fragment classes of reveal.js that hide an element. `:where` gives the rules no specificity, so the deck's own styles win.
 */
const HIDDEN = `
:where(.fragment:not(.visible, .fade-out, .semi-fade-out, .grow, .shrink, .strike, [class*="highlight-"])),
:where(.fragment.fade-out.visible, .fragment:is(.current-visible, .fade-in-then-out).visible:not(.current-fragment)) {
  visibility: hidden;
}`;

/** Hides all steps from the start. Uses an adopted style sheet, so the document itself is not changed. */
export function hideSteps(): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(HIDDEN);
  document.adoptedStyleSheets.push(styles);
}

/** The runtime for slides without one: steps through the elements of class `fragment`. */
export function fragments(): DeckRuntime | null {
  const steps = inSteps([...document.querySelectorAll('.fragment')]);
  if (steps.length === 0) return null;
  const shown = steps.filter((step) => step.every(isVisible)).length;
  return {
    swipes: false,
    position: () => positionOf(0, 1, shown, steps.length),
    step: (forward, skip) => show(steps, forward ? (skip ? steps.length : shown + 1) : skip ? 0 : shown - 1),
    go: (_, count = 0) => show(steps, count),
    outline: () => [],
  };
}

const isVisible = ({ classList }: Element): boolean => classList.contains('visible');

function show(steps: readonly Element[][], count: number): void {
  for (const [at, step] of steps.entries()) {
    for (const { classList } of step) {
      classList.toggle('visible', at < count);
      classList.toggle('current-fragment', at === Math.min(count, steps.length) - 1);
    }
  }
}
