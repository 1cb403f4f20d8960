/** Whether the browser asks not to be tracked. It then says so to the server, too, in a header. */
export function wantsPrivacy(): boolean {
  return ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) || navigator.doNotTrack === '1';
}
