import { type ComponentType, lazy } from 'react';

/** For each part that could not be loaded, what makes it load again when it is shown. */
const failed = new Set<() => void>();

/**
 * A component that is loaded when it is shown for the first time, inside a `Suspense`. If it cannot be loaded, the error boundary gets the
 * error. React's `lazy` alone would then fail for as long as the page is open; this one is loaded again after `forgetFailedParts`.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const start = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (thrown: unknown) => {
          failed.add(() => (part = start()));
          throw thrown;
        },
      ),
    );
  let part = start();
  return function LazyPart(props: Props) {
    const Part = part;
    return <Part {...props} />;
  };
}

/** Lets the parts that could not be loaded be loaded again. For an error boundary that has shown the error. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}
