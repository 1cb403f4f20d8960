import { IconDownload } from '@tabler/icons-react';
import { qrCode, QUIET_ZONE } from '#web/lib/qr-code.ts';
import { Button } from '#web/ui/Button.tsx';
import { downloadText } from '#web/ui/download-text.ts';
import { fill, useLinkTexts } from './link-texts.ts';

/** The address of a link as a QR code, to look at and as a file. */
export function LinkCode({ url, name }: { url: string; name: string }) {
  const texts = useLinkTexts();
  const { size, path } = qrCode(url);
  const side = size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`;
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>\n`;
  return (
    <div className="link-code">
      <svg role="img" aria-label={fill(texts.qrOf, { name })} viewBox={box} shapeRendering="crispEdges">
        <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <Button
        variant="default"
        icon={<IconDownload size={16} aria-hidden />}
        onClick={() => downloadText('link.svg', 'image/svg+xml', file)}
      >
        {texts.qrDownload}
      </Button>
    </div>
  );
}
