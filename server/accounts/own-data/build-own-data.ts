import type { Database } from '#server/db/connect.ts';
import { OwnAccountRepo } from './own-account.repo.ts';
import { OwnDataService } from './own-data.service.ts';
import { OwnDecksRepo } from './own-decks.repo.ts';
import { OwnWritingRepo } from './own-writing.repo.ts';

type OwnDataParts = Pick<ConstructorParameters<typeof OwnDataService>[0], 'trail' | 'questions'>;

/** The service that collects what is stored about a person. */
export function buildOwnData(db: Database, parts: OwnDataParts): OwnDataService {
  const [account, decks, writing] = [new OwnAccountRepo(db), new OwnDecksRepo(db), new OwnWritingRepo(db)];
  return new OwnDataService({ ...parts, account, decks, writing });
}
