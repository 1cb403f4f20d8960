import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { LINK_NAME_MAX, LINK_PASSWORD_MIN, PASSWORD_MAX } from '#shared/limits.ts';
import type { Link } from '#shared/links.ts';
import type { ListedVersion } from '#shared/versions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Embedding } from './Embedding.tsx';
import { localTime } from './local-time.ts';
import { fill, useLinkTexts } from './link-texts.ts';
import type { Links } from './use-links.ts';

interface LinkSettingsProps {
  deck: DeckDetail;
  link: Link;
  links: Links;
  versions: readonly ListedVersion[];
}

const ASKED = ['nothing', 'name', 'email'] as const;
const RIGHTS = ['allowDownload', 'showNotes', 'showDrawings', 'allowEmbedding'] as const;

/** What can be changed about a link. */
export function LinkSettings({ deck, link, links, versions }: LinkSettingsProps) {
  const { t } = useTranslation();
  const texts = useLinkTexts();
  const expiryId = useId();
  const versionId = useId();
  const askId = useId();
  const [now] = useState(() => localTime(new Date()));
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="link-settings">
      <NameField link={link} links={links} />
      <fieldset className="link-rights">
        <legend>{texts.visitorsMay}</legend>
        {RIGHTS.map((right) => (
          <Switch
            key={right}
            label={texts[right]}
            checked={link[right]}
            onChange={(on) => links.update(link.id, { [right]: on }, texts.saved[right][on ? 'on' : 'off'])}
          />
        ))}
      </fieldset>
      {link.allowEmbedding && <Embedding deck={deck} link={link} links={links} />}
      <div className="link-field">
        <label htmlFor={askId}>{texts.askFor}</label>
        <select
          id={askId}
          value={link.askFor}
          onChange={({ currentTarget: { value } }) => {
            const askFor = ASKED.find((each) => each === value);
            if (askFor !== undefined) links.update(link.id, { askFor }, texts.saved.askFor);
          }}
        >
          {ASKED.map((each) => (
            <option key={each} value={each}>
              {texts.asks[each]}
            </option>
          ))}
        </select>
      </div>
      <div className="link-field">
        <label htmlFor={versionId}>{texts.version}</label>
        <select
          id={versionId}
          value={link.versionId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            links.update(link.id, { versionId: value === '' ? null : value }, texts.saved.versionId)
          }
        >
          <option value="">{texts.current}</option>
          {versions.map(({ id, number }) => (
            <option key={id} value={id}>
              {fill(texts.versionOf, { number })}
            </option>
          ))}
        </select>
      </div>
      <div className="link-field">
        <label htmlFor={expiryId}>{texts.expiry}</label>
        <div className="link-line">
          <input
            id={expiryId}
            type="datetime-local"
            // A change by others replaces what is typed.
            key={link.expiresAt}
            defaultValue={link.expiresAt === null ? '' : localTime(new Date(link.expiresAt))}
            min={now}
            onBlur={({ currentTarget: { value, validity } }) => {
              const before = link.expiresAt === null ? '' : localTime(new Date(link.expiresAt));
              if (value === before || !validity.valid || value === '') return;
              links.update(link.id, { expiresAt: new Date(value).toISOString() }, texts.saved.expiresAt);
            }}
          />
          {link.expiresAt !== null && (
            <Button variant="default" onClick={() => links.update(link.id, { expiresAt: null }, texts.saved.expiresAt)}>
              {texts.never}
            </Button>
          )}
        </div>
      </div>
      <PasswordField link={link} links={links} />
      <Switch
        label={texts.paused}
        description={texts.pausedHint}
        checked={link.paused}
        onChange={(paused) => links.update(link.id, { paused }, texts.saved.paused[paused ? 'on' : 'off'])}
      />
      <div>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {texts.delete}
        </Button>
      </div>
      {isDeleting && (
        <Confirm
          title={texts.deleteTitle}
          confirmLabel={texts.deleteConfirm}
          cancelLabel={texts.cancel}
          closeLabel={t('shell.close')}
          pending={links.isBusy}
          onConfirm={() => links.remove(link.id, texts.deleted)}
          onClose={() => setDeleting(false)}
        >
          <p>{texts.deleteLead}</p>
        </Confirm>
      )}
    </div>
  );
}

function NameField({ link, links }: Pick<LinkSettingsProps, 'link' | 'links'>) {
  const texts = useLinkTexts();
  const [typed, setTyped] = useState(link.name ?? '');
  const save = () => {
    const name = typed.trim();
    if (name !== (link.name ?? '')) links.update(link.id, { name: name === '' ? null : name }, texts.saved.name);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        maxLength={LINK_NAME_MAX}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={save}
      />
    </form>
  );
}

function PasswordField({ link, links }: Pick<LinkSettingsProps, 'link' | 'links'>) {
  const texts = useLinkTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const close = () => setTyped(null);
  if (typed === null) {
    return (
      <div className="link-field">
        <span>{texts.password}</span>
        <div className="link-line">
          <Button variant="default" onClick={() => setTyped('')}>
            {link.hasPassword ? texts.passwordChange : texts.passwordSet}
          </Button>
          {link.hasPassword && (
            <Button variant="default" onClick={() => links.update(link.id, { password: null }, texts.saved.password.off)}>
              {texts.passwordRemove}
            </Button>
          )}
        </div>
      </div>
    );
  }
  return (
    <form
      className="link-password"
      onSubmit={(event) => {
        event.preventDefault();
        links.update(link.id, { password: typed }, texts.saved.password.on, close);
      }}
    >
      <TextField
        ref={(field) => field?.focus()}
        label={texts.passwordNew}
        description={texts.passwordHint}
        autoComplete="off"
        minLength={LINK_PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        required
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div className="link-line">
        <Button type="submit" loading={links.isBusy}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
