export { memoryOfTree } from '../src/memory.ts';
export { browsersBelow } from './processes.ts';
export { allOf, collect, ColorCounter, type Picture, type Rendered } from './collect.ts';
export { type DeckFiles, type ServedDeck, servePackage, serveSlides, UNANSWERED } from './deck-server.ts';
export { CERTIFICATE_KEY, startSecureProxy } from './secure-proxy.ts';
export { startTestRenderer } from './test-renderer.ts';
export { pdfOf, readPdf, type ReadPdf } from './read-pdf.ts';
export { PdfPainter } from './pdf-painter.ts';
