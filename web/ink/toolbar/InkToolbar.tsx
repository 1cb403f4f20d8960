import './ink-toolbar.css';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconEraser,
  IconHighlight,
  IconLetterT,
  IconLine,
  IconPencil,
  IconRectangle,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { svgOf } from '#shared/ink-drawing/ink-svg.ts';
import { downloadText } from '#web/ui/download-text.ts';
import type { Stroke } from '#shared/ink.ts';
import { INK_STROKES_MAX } from '#shared/limits.ts';
import { ClearMenu } from './ClearMenu.tsx';
import { InkChoices, InkChoicesPopover } from './InkChoices.tsx';
import { TOOL_KEYS } from './ink-keys.ts';
import { inkColorName } from './ink-palette.ts';
import type { InkLock } from '#web/ink/sheets/ink-sheet.ts';
import { colorOf, type InkChoice, type InkTool } from './ink-tools.ts';
import { authorsOf, type InkView } from '#web/ink/sheets/ink-view.ts';
import { PeopleMenu } from './PeopleMenu.tsx';
import { ToolButton } from './ToolButton.tsx';
import type { InkActions } from '#web/ink/sheets/use-ink-actions.ts';

const TOOL_ICONS: readonly [InkTool, ComponentType<{ size: number; 'aria-hidden': true }>][] = [
  ['pen', IconPencil],
  ['highlighter', IconHighlight],
  ['eraser', IconEraser],
  ['rectangle', IconRectangle],
  ['ellipse', IconCircle],
  ['arrow', IconArrowUpRight],
  ['line', IconLine],
  ['text', IconLetterT],
];

interface InkToolbarProps {
  choice: InkChoice;
  onChoose: (choice: InkChoice) => void;
  /** All strokes at this place, visible or not. */
  here: readonly Stroke[];
  dimensions: { width: number; height: number };
  /** File name for the download. */
  name: string;
  myId: string;
  lock: InkLock | null;
  view: InkView;
  onView: (view: InkView) => void;
  canUndo: boolean;
  canRedo: boolean;
  mayClearAll: boolean;
  actions: InkActions;
  /** The user is drawing, so the toolbar fades and lets pointers through. */
  busy: boolean;
  onLeave: () => void;
}

/** The toolbar of draw mode. */
export function InkToolbar(props: InkToolbarProps) {
  const { choice, onChoose, here, myId, lock, actions, busy } = props;
  const { t } = useTranslation();
  const color = inkColorName(colorOf(choice));
  const chosen = choice.tool === 'eraser' ? '' : `, ${t(`ink.colors.${color}`)}, ${t(`ink.widths.${choice.width}`)}`;
  const mine = here.filter(({ author }) => author.id === myId).length;
  return (
    <div className="ink-tools" data-busy={busy}>
      {lock !== null && (
        <p className="ink-lock" role="status">
          {t(`ink.locks.${lock}`, { count: INK_STROKES_MAX })}
        </p>
      )}
      <div className="ink-bar" role="toolbar" aria-label={t('ink.tools')}>
        <p className="visually-hidden" role="status">
          {t(`ink.toolNames.${choice.tool}`) + chosen}
        </p>
        <div className="ink-group">
          {TOOL_ICONS.map(([tool, Icon]) => (
            <ToolButton
              key={tool}
              label={t(`ink.toolNames.${tool}`)}
              keys={TOOL_KEYS[tool]}
              pressed={tool === choice.tool}
              onClick={() => onChoose({ ...choice, tool })}
            >
              <Icon size={20} aria-hidden />
            </ToolButton>
          ))}
        </div>
        <div className="ink-inline">
          <InkChoices choice={choice} myId={myId} onChoose={onChoose} />
        </div>
        <div className="ink-group">
          <div className="ink-folded">
            <InkChoicesPopover choice={choice} myId={myId} onChoose={onChoose} />
          </div>
          <ToolButton label={t('ink.undo')} keys="Ctrl+Z" disabled={!props.canUndo} onClick={actions.undo}>
            <IconArrowBackUp size={20} aria-hidden />
          </ToolButton>
          <ToolButton label={t('ink.redo')} keys="Ctrl+Shift+Z" disabled={!props.canRedo} onClick={actions.redo}>
            <IconArrowForwardUp size={20} aria-hidden />
          </ToolButton>
          <PeopleMenu authors={authorsOf(here)} myId={myId} view={props.view} onView={props.onView} />
          <ClearMenu
            mine={mine}
            all={here.length}
            mayClearAll={props.mayClearAll}
            locked={lock === 'foreign' || lock === 'replaced'}
            onClearMine={actions.clearMine}
            onClearAll={actions.clearAll}
            onDownload={() => downloadText(`${props.name}.svg`, 'image/svg+xml', svgOf(here, props.dimensions))}
          />
          <ToolButton label={t('ink.leave')} keys="Esc" onClick={props.onLeave}>
            <IconX size={20} aria-hidden />
          </ToolButton>
        </div>
      </div>
    </div>
  );
}
