import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { Broadcasts } from '#server/feed/broadcasts.ts';
import { LaserPointer } from './laser-pointer.ts';
import { LiveTalksRepo } from './live-talks.repo.ts';
import { OldTalksRepo } from './old-talks.repo.ts';
import { QuestionNews } from './questions/question-news.ts';
import { QuestionsRepo } from './questions/questions.repo.ts';
import { QuestionsService } from './questions/questions.service.ts';
import { ReactionCounter } from './questions/reaction-counts.ts';
import { SharedQuestionsService } from './questions/shared-questions.service.ts';
import { RemoteViewsService } from './remote-views.service.ts';
import { RemotesRepo } from './remotes.repo.ts';
import { type LinkOrigins, RemotesService } from './remotes.service.ts';
import { TalkFeed } from './talk-feed.ts';
import { TalkNotices } from './talk-notices.ts';
import { TalkUpkeep } from './talk-upkeep.ts';
import { TalksRepo } from './talks.repo.ts';
import { TalksService } from './talks.service.ts';

type SharedQuestionsParts = ConstructorParameters<typeof SharedQuestionsService>[0];

interface Dependencies {
  readonly db: Database;
  readonly decks: DecksService;
  readonly revocations: Revocations;
  readonly origins: LinkOrigins;
  readonly log: Logger;
  readonly talkEndsAfterSeconds?: number;
}

/** Creates the parts of talks and of the phones that control them, and starts their upkeep. */
export function openTalks(
  { db, decks, revocations, origins, log, talkEndsAfterSeconds }: Dependencies,
  opened: AsyncDisposableStack,
) {
  const repo = new TalksRepo(db);
  const broadcasts = new Broadcasts(db);
  const notices = new TalkNotices();
  const laser = new LaserPointer(log);
  const talks = new TalksService({ repo, live: new LiveTalksRepo(db), decks, laser, broadcasts, baseUrl: origins.base });
  const asked = new QuestionsRepo(db);
  const news = new QuestionNews({ repo: asked, broadcasts, log });
  const questions = new QuestionsService({
    repo: asked,
    talks,
    decks,
    news,
    reactions: new ReactionCounter({ broadcasts, log }),
  });
  const remotes = new RemotesService({ repo: new RemotesRepo(db), talks, broadcasts, laser, questions, origins });
  const questionsOf = (talkId: string) => questions.ofPhone(talkId);
  const upkeep = new TalkUpkeep({ repo, old: new OldTalksRepo(db), revocations, log, endsAfterSeconds: talkEndsAfterSeconds });
  opened.defer(upkeep.watch());
  return {
    repo,
    feed: new TalkFeed(repo, origins.base),
    notices,
    upkeep,
    /** @param open opens the link of a visitor */
    servicesWith: (open: SharedQuestionsParts['open']) => ({
      talks,
      questions,
      sharedQuestions: new SharedQuestionsService({ repo: asked, news, questions, open }),
      remotes,
      remoteViews: new RemoteViewsService({ remotes, questionsOf, notices, revocations }),
    }),
  };
}
