import './remote.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { PairForm } from './PairForm.tsx';
import { forgetPairingCode, takePairingCode } from './pairing-code.ts';
import { Steering } from './Steering.tsx';

/** What a phone shows that has scanned the code: its name to be let in by, then the controls. */
export function RemotePage() {
  const { t } = useTranslation();
  const [code, setCode] = useState(takePairingCode);
  useDocumentTitle(t('remote.page'));
  // A code that is scanned while the page is open changes nothing but the fragment.
  useEffect(() => {
    const take = () => setCode(takePairingCode());
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  if (code === null) return <Steering />;
  const paired = () => {
    forgetPairingCode();
    setCode(null);
  };
  return <PairForm code={code} onPaired={paired} />;
}
