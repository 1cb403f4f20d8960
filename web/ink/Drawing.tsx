// One door for the part of drawing that is loaded when there is something to draw or to show.
export { InkLayer } from './InkLayer.tsx';
export { InkToolbar } from './InkToolbar.tsx';
