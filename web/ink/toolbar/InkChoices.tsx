import { type CSSProperties, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeBeside } from '#web/ui/place-beside.ts';
import { INK_COLORS } from './ink-palette.ts';
import { colorOf, INK_WIDTHS, type InkChoice, withColor } from './ink-tools.ts';
import { ToolButton } from './ToolButton.tsx';

interface ChoicesProps {
  choice: InkChoice;
  onChoose: (choice: InkChoice) => void;
}

/** Buttons for colors and widths. */
export function InkChoices({ choice, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const color = colorOf(choice);
  return (
    <>
      <div className="ink-group" role="group" aria-label={t('ink.color')}>
        {INK_COLORS.map(({ name, value }, at) => (
          <ToolButton
            key={name}
            label={t(`ink.colors.${name}`)}
            keys={String(at + 1)}
            pressed={value === color && choice.tool !== 'eraser'}
            onClick={() => onChoose(withColor(choice, value))}
          >
            <span className="ink-swatch" style={{ '--ink-color': value }} />
          </ToolButton>
        ))}
      </div>
      <div className="ink-group" role="group" aria-label={t('ink.width')}>
        {INK_WIDTHS.map((width, at) => (
          <ToolButton
            key={width}
            label={t(`ink.widths.${width}`)}
            pressed={width === choice.width}
            onClick={() => onChoose({ ...choice, width })}
          >
            <span className="ink-nib" style={nibStyle(4 + 5 * at)} />
          </ToolButton>
        ))}
      </div>
    </>
  );
}

/** The same choices behind one button, for narrow screens. */
export function InkChoicesPopover(props: ChoicesProps) {
  const { choice } = props;
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // Placed beside the whole toolbar, so that it covers no tool.
    const bar = button.current?.closest<HTMLElement>('.ink-bar') ?? null;
    if (open && panel.current !== null && bar !== null) placeBeside(panel.current, bar);
  }, [open]);

  const color = INK_COLORS.find(({ value }) => value === colorOf(choice))?.name ?? 'black';
  const label = t('ink.colorAndWidth', { color: t(`ink.colors.${color}`), width: t(`ink.widths.${choice.width}`) });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ink-button"
        popoverTarget={id}
        aria-expanded={open}
        aria-label={label}
        title={label}
      >
        <span
          className="ink-swatch ink-swatch-now"
          style={{ '--ink-color': colorOf(choice), ...nibStyle(12 + 4 * INK_WIDTHS.indexOf(choice.width)) }}
        />
      </button>
      <div ref={panel} id={id} popover="auto" className="ink-popover" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {open && <InkChoices {...props} />}
      </div>
    </>
  );
}

const nibStyle = (size: number): CSSProperties => ({ '--nib': `${size}px` });
