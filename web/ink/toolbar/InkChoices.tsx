import { Popover } from 'radix-ui';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { INK_COLORS, inkColorName } from './ink-palette.ts';
import { colorOf, INK_WIDTHS, type InkChoice, withColor } from './ink-tools.ts';
import { personColor } from '#web/lib/person-color.ts';
import { ToolButton } from './ToolButton.tsx';

interface ChoicesProps {
  choice: InkChoice;
  myId: string;
  onChoose: (choice: InkChoice) => void;
}

/** Buttons for colors and widths. */
export function InkChoices({ choice, myId, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const own = personColor(myId);
  const color = colorOf(choice);
  return (
    <>
      <div className="ink-group" role="group" aria-label={t('ink.color')}>
        <ToolButton
          label={t('ink.colors.own')}
          pressed={color === own && choice.tool !== 'eraser'}
          onClick={() => onChoose(withColor(choice, own))}
        >
          <span className="ink-swatch ink-swatch-own" style={{ '--ink-color': own }} />
        </ToolButton>
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

/** The same choices behind one button, for narrow screens. They appear beside the whole toolbar, so that they cover no tool. */
export function InkChoicesPopover(props: ChoicesProps) {
  const { choice } = props;
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const color = inkColorName(colorOf(choice));
  const label = t('ink.colorAndWidth', { color: t(`ink.colors.${color}`), width: t(`ink.widths.${choice.width}`) });
  return (
    <Popover.Root>
      <Popover.Anchor virtualRef={bar} />
      <Popover.Trigger
        ref={(button) => {
          bar.current = button?.closest<HTMLElement>('.ink-bar') ?? null;
        }}
        className="ink-button"
        aria-label={label}
        title={label}
      >
        <span
          className="ink-swatch ink-swatch-now"
          style={{ '--ink-color': colorOf(choice), ...nibStyle(12 + 4 * INK_WIDTHS.indexOf(choice.width)) }}
        />
      </Popover.Trigger>
      <Popover.Content className="ink-popover" aria-label={label} align="end" sideOffset={4} collisionPadding={8}>
        <InkChoices {...props} />
      </Popover.Content>
    </Popover.Root>
  );
}

const nibStyle = (size: number): CSSProperties => ({ '--nib': `${size}px` });
