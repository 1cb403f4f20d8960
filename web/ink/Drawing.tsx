// Entry point of the lazily loaded part of drawing. It is loaded when there is something to draw or to show.
export { InkLayer } from './InkLayer.tsx';
export { InkToolbar } from './toolbar/InkToolbar.tsx';
