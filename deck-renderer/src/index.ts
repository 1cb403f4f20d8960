export * from './protocol.ts';
export { findSystemBrowser } from './find-browser.ts';
export { connectRenderer } from './connect.ts';
export { type RendererOptions, startRenderer } from './start.ts';
export { drawingsOf } from './slides/slide-extras.ts';
