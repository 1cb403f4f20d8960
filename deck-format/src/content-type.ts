const OCTETS = 'application/octet-stream';

/** Media types by file extension. Text types include the charset, because deck files are served with no other source for it. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    htm: 'text/html; charset=utf-8',
    xhtml: 'application/xhtml+xml; charset=utf-8',
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    mjs: 'text/javascript; charset=utf-8',
    json: 'application/json; charset=utf-8',
    map: 'application/json; charset=utf-8',
    webmanifest: 'application/manifest+json; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    vtt: 'text/vtt; charset=utf-8',
    xml: 'application/xml; charset=utf-8',
    svg: 'image/svg+xml; charset=utf-8',
    glsl: 'text/plain; charset=utf-8',
    png: 'image/png',
    apng: 'image/apng',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/x-icon',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    eot: 'application/vnd.ms-fontobject',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
    flac: 'audio/flac',
    pdf: 'application/pdf',
    wasm: 'application/wasm',
    gltf: 'model/gltf+json; charset=utf-8',
    glb: 'model/gltf-binary',
  }),
);

const RASTER_THUMBNAIL = /^image\/(?:png|jpeg|webp|gif|avif)$/;

/**
 * The media type of a package path, by its extension only. It is never guessed from the contents, because they are not trusted
 * (docs/security.md, "Decks are untrusted code"). The type of an unknown extension is `application/octet-stream`.
 */
export function contentTypeOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? OCTETS : (TYPES.get(base.slice(dot + 1).toLowerCase()) ?? OCTETS);
}

/** Whether the path is a picture that can be shown directly. SVG is not: it can contain scripts. */
export function isRasterImage(path: string): boolean {
  return RASTER_THUMBNAIL.test(contentTypeOf(path));
}

/** Whether the path is an HTML file. Slides must be HTML files. */
export function isHtmlPath(path: string): boolean {
  return /\.html?$/i.test(path);
}
