/** Address of a package path under a playback address. Package paths are plain text; `#`, `?` and `%` in them are not syntax. */
export function slideUrl(baseUrl: string, packagePath: string): string {
  return baseUrl + packagePath.split('/').map(encodeURIComponent).join('/');
}

/** The address of the slide without scripts, for still pictures. */
export function stillUrl(baseUrl: string, packagePath: string): string {
  return `${slideUrl(baseUrl, packagePath)}?still`;
}
