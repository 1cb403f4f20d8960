import './packing.css';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Spinner } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { DeckSource, PackableSource } from './deck-source.ts';
import type { PackRefusal, PlanSummary } from './pack-api.ts';
import { PlanFacts } from './PlanFacts.tsx';
import { usePacking } from './use-packing.ts';

interface PackPanelProps {
  source: DeckSource;
  submitLabel: string;
  /** The title that the package gets. Without it, the person chooses one. */
  title?: string;
  /** Other choices, shown above the buttons. */
  children?: ReactNode;
  onReady: (file: File) => void;
  onCancel: () => void;
}

/** Shows what was found in a source, lets the person give it a title, and packs it. */
export function PackPanel({ source, onCancel, ...panel }: PackPanelProps) {
  const { t } = useTranslation();
  if (source.kind !== 'document') return <Packing source={source} onCancel={onCancel} {...panel} />;
  return (
    <div className="packing">
      <Refused name={source.name}>
        <p>{t(`packing.document.${documentKind(source.name)}`)}</p>
      </Refused>
      <PackButtons onCancel={onCancel} />
    </div>
  );
}

type DocumentKind = 'pdf' | 'powerpoint' | 'keynote' | 'impress';

function documentKind(name: string): DocumentKind {
  if (/\.pdf$/i.test(name)) return 'pdf';
  if (/\.key$/i.test(name)) return 'keynote';
  return /\.odp$/i.test(name) ? 'impress' : 'powerpoint';
}

function Packing({ source, onReady, onCancel, ...panel }: Omit<PackPanelProps, 'source'> & { source: PackableSource }) {
  const { t } = useTranslation();
  const { state, pack } = usePacking(source, onReady);
  if (state.step === 'reading') {
    return (
      <div className="packing">
        <p className="packing-reading" role="status">
          <Spinner />
          {t('packing.reading', { name: source.name })}
        </p>
        <PackButtons onCancel={onCancel} />
      </div>
    );
  }
  if (state.step === 'refused') {
    return (
      <div className="packing">
        <Refused name={source.name}>
          <RefusalWords refusal={state.refusal} />
        </Refused>
        <PackButtons onCancel={onCancel} />
      </div>
    );
  }
  return (
    <PlanForm
      {...panel}
      summary={state.summary}
      folderHelps={source.kind === 'files' && !source.isFolder}
      busy={state.step === 'packing'}
      onSubmit={(title) => void pack(title)}
      onCancel={onCancel}
    />
  );
}

/** The form appears after the dialog has opened, when the browser no longer focuses a field by itself. */
function focus(element: HTMLElement | null): void {
  element?.focus();
  // A long title shows its beginning.
  if (element instanceof HTMLInputElement) element.setSelectionRange(0, element.value.length, 'backward');
}

interface PlanFormProps extends Pick<PackPanelProps, 'submitLabel' | 'title' | 'children' | 'onCancel'> {
  summary: PlanSummary;
  /** Whether missing files may be found in the folder of those that were chosen. */
  folderHelps: boolean;
  busy: boolean;
  onSubmit: (title: string) => void;
}

function PlanForm({ summary, folderHelps, busy, title: given, submitLabel, children, onSubmit, onCancel }: PlanFormProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(given ?? summary.title);
  const factsId = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (title.trim() !== '') onSubmit(title.trim());
  };
  return (
    <form className="packing" onSubmit={submit}>
      {given === undefined && (
        <TextField
          label={t('packing.title')}
          value={title}
          maxLength={256}
          required
          ref={focus}
          aria-describedby={factsId}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      <PlanFacts id={factsId} summary={summary} folderHelps={folderHelps} />
      {children}
      <PackButtons onCancel={onCancel}>
        <Button
          type="submit"
          loading={busy}
          disabled={title.trim() === ''}
          {...(given !== undefined && { ref: focus, 'aria-describedby': factsId })}
        >
          {submitLabel}
        </Button>
      </PackButtons>
    </form>
  );
}

function PackButtons({ children, onCancel }: { children?: ReactNode; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="packing-buttons">
      <Button variant="default" onClick={onCancel} {...(children === undefined && { ref: focus })}>
        {t(children === undefined ? 'packing.close' : 'packing.cancel')}
      </Button>
      {children}
    </div>
  );
}

function Refused({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="packing-refused" role="alert" aria-labelledby={id}>
      <h3 id={id} dir="auto">
        {name}
      </h3>
      {children}
    </section>
  );
}

function RefusalWords({ refusal: { problem, name } }: { refusal: PackRefusal }) {
  const { t } = useTranslation();
  if (problem === 'too-large' && name !== '') return <p>{t('packing.problem.file-too-large', { name })}</p>;
  return <p>{t(`packing.problem.${problem}`, { name })}</p>;
}
