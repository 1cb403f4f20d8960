import { useId, useState } from 'react';
import type { DeckDetail } from '#shared/decks.ts';
import { embedOriginOf, EMBED_ORIGINS_MAX } from '#shared/embed-origins.ts';
import type { Link } from '#shared/links.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { embedSnippet } from './embed-snippet.ts';
import { fill, useLinkTexts } from './link-texts.ts';
import type { Links } from './use-links.ts';

interface EmbeddingProps {
  deck: DeckDetail;
  link: Link;
  links: Links;
}

/** How other websites show the deck, and which of them may. */
export function Embedding({ deck, link, links }: EmbeddingProps) {
  const texts = useLinkTexts();
  const id = useId();
  const html = embedSnippet(link.url, deck);
  return (
    <>
      <div className="link-field">
        <label htmlFor={id}>{texts.snippet}</label>
        <textarea id={id} readOnly rows={4} value={html} spellCheck={false} dir="ltr" />
        <div>
          <CopyButton text={html} label={texts.snippetCopy} copiedLabel={texts.copied} />
        </div>
      </div>
      <Origins key={link.embedOrigins.join(' ')} link={link} links={links} />
    </>
  );
}

/** The websites that may show the deck, one in a line. They are saved when the field is left. */
function Origins({ link, links }: Omit<EmbeddingProps, 'deck'>) {
  const texts = useLinkTexts();
  const id = useId();
  const [typed, setTyped] = useState(link.embedOrigins.join('\n'));
  const [fault, setFault] = useState<string | null>(null);
  const save = () => {
    const addresses = typed.split(/\s+/).filter((address) => address !== '');
    const wrong = addresses.find((address) => embedOriginOf(address) === null);
    if (wrong !== undefined) return setFault(fill(texts.originWrong, { address: wrong }));
    if (addresses.length > EMBED_ORIGINS_MAX) return setFault(fill(texts.originsMax, { count: EMBED_ORIGINS_MAX }));
    setFault(null);
    const embedOrigins = addresses.flatMap((address) => embedOriginOf(address) ?? []);
    if ([...new Set(embedOrigins)].toSorted().join(' ') === link.embedOrigins.join(' ')) return undefined;
    return links.update(link.id, { embedOrigins }, texts.saved.embedOrigins[embedOrigins.length === 0 ? 'off' : 'on']);
  };
  return (
    <div className="link-field">
      <label htmlFor={id}>{texts.origins}</label>
      <textarea
        id={id}
        rows={2}
        value={typed}
        placeholder="https://www.example.com"
        spellCheck={false}
        autoCapitalize="off"
        dir="ltr"
        aria-describedby={`${id}-hint`}
        aria-invalid={fault !== null}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={save}
      />
      <p id={`${id}-hint`} className="share-hint" role={fault === null ? undefined : 'alert'}>
        {fault ?? texts.originsHint}
      </p>
    </div>
  );
}
