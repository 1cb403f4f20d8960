/** The pictures of decks that this page has shown, by address: the browser has them, so they can be there again at once. */
const addresses = new Set<string>();

export const shownPictures = {
  has: (address: string): boolean => addresses.has(address),

  add: (address: string): void => void addresses.add(address),

  /** Adds those that are on the page already. */
  find: (page: ParentNode): void => {
    for (const image of page.querySelectorAll<HTMLImageElement>('.deck-picture img')) {
      // The width is 0 if the picture could not be loaded.
      if (image.complete && image.naturalWidth > 0) addresses.add(image.getAttribute('src') ?? '');
    }
  },
};
