export { slideTexts } from './slide-texts.ts';
export { SLIDE_TEXT_MAX_BYTES, type SlideText } from './slide-collector.ts';
