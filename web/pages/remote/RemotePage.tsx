import './remote.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { PairForm } from './PairForm.tsx';
import { forgetPairingCode, takePairingCode } from './pairing-code.ts';
import { RemoteControls } from './RemoteControls.tsx';

/** The page that a phone opens by scanning the code: first a form for its name, then the controls. */
export function RemotePage() {
  const { t } = useTranslation();
  const [code, setCode] = useState(takePairingCode);
  useDocumentTitle(t('remote.page'));
  // Scanning a code while the page is open changes only the fragment.
  useEffect(() => {
    const take = () => setCode(takePairingCode());
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  if (code === null) return <RemoteControls />;
  const paired = () => {
    forgetPairingCode();
    setCode(null);
  };
  return <PairForm code={code} onPaired={paired} />;
}
