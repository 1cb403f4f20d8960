// Entry point of the lazily loaded part of drawing. It is loaded when there is something to draw or to show.
export { InkInProgress } from './InkInProgress.tsx';
export { InkLayer } from './InkLayer.tsx';
export { InkToolbar } from './toolbar/InkToolbar.tsx';
