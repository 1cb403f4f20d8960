/** The upper half of code page 437, which zip names without the UTF-8 flag are in by the letter of APPNOTE (appendix D). */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The name that a reader sees which takes these bytes for code page 437. */
export function decodeCp437(bytes: Uint8Array): string {
  let name = '';
  for (const byte of bytes) name += byte < 0x80 ? String.fromCharCode(byte) : UPPER_HALF.charAt(byte - 0x80);
  return name;
}
