import { addressText } from '#web/lib/page/parameters.ts';
import { COMPARE_VIEWS, type CompareView } from '#web/versions/comparison/compare-view.ts';

/** What is compared, and how it is shown. Without versions: the current one with the one before it. */
export interface CompareSearch {
  from?: string | undefined;
  to?: string | undefined;
  view?: CompareView | undefined;
}

/** An invalid value is set to undefined, not omitted: the router would restore an omitted parameter from the address. */
export function readCompareSearch({ from, to, view }: Record<string, unknown>): CompareSearch {
  return { from: addressText(from), to: addressText(to), view: COMPARE_VIEWS.find((each) => each === view && each !== 'side') };
}
