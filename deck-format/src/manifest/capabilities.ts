/** What a deck may ask of its player in `compat.requires` (FORMAT.md, "Capabilities"). */
export const CAPABILITIES = ['broadcast-channel', 'same-origin-storage', 'window-open'] as const;

export type Capability = (typeof CAPABILITIES)[number];

const SANDBOX_TOKENS: Record<Capability, readonly string[]> = {
  'broadcast-channel': ['allow-same-origin'],
  'same-origin-storage': ['allow-same-origin'],
  'window-open': ['allow-popups', 'allow-popups-to-escape-sandbox'],
};

export function isCapability(value: string): value is Capability {
  return (CAPABILITIES as readonly string[]).includes(value);
}

/**
 * The `sandbox` tokens that a deck's frame needs if all that it asks for is granted: `allow-scripts` always, the
 * rest by capability, without repetition. Whether to grant them is the player's question to its viewer.
 */
export function requiredSandboxTokens(manifest: {
  readonly compat?: { readonly requires?: readonly Capability[] | null | undefined } | null | undefined;
}): string[] {
  const asked = manifest.compat?.requires ?? [];
  return [...new Set(['allow-scripts', ...asked.flatMap((capability) => SANDBOX_TOKENS[capability])])];
}
