/** Path of our script in slides, at every origin where decks play. */
export const BRIDGE_PATH = '/play/bridge.js';

/** Follows the path in HTML files that are not slides. The script protects those as well, but does not speak with the player from there. */
export const DOCUMENT_QUERY = '?document';
