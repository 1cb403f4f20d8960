/** The capabilities that a deck can require in `compat.requires` (FORMAT.md, "Capabilities"). */
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
 * The `sandbox` tokens that the frame of a deck needs for all capabilities that it requires, without duplicates. `allow-scripts` is
 * always included. Whether to grant the capabilities is up to the player.
 */
export function requiredSandboxTokens(manifest: {
  readonly compat?: { readonly requires?: readonly Capability[] | null | undefined } | null | undefined;
}): string[] {
  const asked = manifest.compat?.requires ?? [];
  return [...new Set(['allow-scripts', ...asked.flatMap((capability) => SANDBOX_TOKENS[capability])])];
}
