import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
  variant?: 'filled' | 'default' | 'subtle';
}

/** A button that copies a text and confirms it for a moment. */
export function CopyButton({ text, label, copiedLabel, variant = 'default' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <Button
      variant={variant}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <span aria-live="polite">{copied ? copiedLabel : label}</span>
    </Button>
  );
}

/** Pages on plain http have no clipboard API; the deprecated command still works there. */
async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const holder = document.createElement('textarea');
  holder.value = text;
  document.body.append(holder);
  holder.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is no replacement outside secure contexts
  const copied = document.execCommand('copy');
  holder.remove();
  return copied;
}
