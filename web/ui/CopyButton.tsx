import { Button } from '#web/ui/Button.tsx';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
  /** Names the button if its label alone does not say what it copies. */
  name?: string;
  variant?: 'filled' | 'default';
}

/** A button that copies a text and confirms it for a moment. */
export function CopyButton({ text, label, copiedLabel, name, variant = 'default' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <Button
      variant={variant}
      aria-label={name}
      icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <span aria-live="polite">{copied ? copiedLabel : label}</span>
    </Button>
  );
}
