import type { PdfRequest, RenderedSlide } from '../protocol.ts';

/** A slide. Without a name, only its position is known. */
type Place = Pick<RenderedSlide, 'index' | 'inner'> & Partial<Pick<RenderedSlide, 'name'>>;
type Owner = Pick<PdfRequest['notes'][number], 'index' | 'inner'>;

/** Whether something belongs to this slide, and not to the slide of the package as a whole. */
const isOf = (owner: Owner, { index, inner, name }: Place): boolean =>
  owner.index === index && (owner.inner === inner || (owner.inner !== null && owner.inner === name));

/** Whether something belongs to the slide of the package as a whole, and this slide is the first one of it. */
const isOfWhole = (owner: Owner, slides: readonly Place[], place: Place): boolean =>
  owner.inner === null &&
  owner.index === place.index &&
  slides.find(({ index }) => index === place.index)?.inner === place.inner &&
  place.inner !== null;

/** The drawings on a slide. */
export function drawingsOf(drawings: PdfRequest['drawings'], slides: readonly Place[], place: Place): string[] {
  return drawings.filter((owner) => isOf(owner, place) || isOfWhole(owner, slides, place)).map(({ svg }) => svg);
}

/** @param reported the notes that the document has for the slide */
export function notesOf(notes: PdfRequest['notes'], slides: readonly Place[], place: Place, reported: string): string {
  const whole = notes.filter((owner) => isOfWhole(owner, slides, place));
  const own = notes.filter((owner) => isOf(owner, place));
  const texts = [...whole.map(({ text }) => text), ...(own.length > 0 ? own.map(({ text }) => text) : [reported])];
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}
