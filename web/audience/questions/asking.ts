import '#web/ui/button.css';
import '#web/talks/questions/questions.css';
import type { AudienceTalk } from '#shared/audience-talk.ts';
import { QUESTION_MAX, QUESTION_NAME_MAX } from '#shared/limits.ts';
import { REACTION_NAMES } from '#shared/reaction-names.ts';
import type { SharedQuestion, SharedQuestionList } from '#shared/questions.ts';
import { REACTION_SIGNS } from '#web/talks/questions/reaction-signs.ts';
import { ReactionSender } from '#web/talks/questions/reaction-sender.ts';
import { words } from './asking-texts.ts';
import { button, h } from '#web/audience/dom.ts';
import { icon, ICONS } from '#web/audience/svg.ts';
import type { AudiencePlayer } from '#web/audience/player.ts';
import { texts } from '#web/audience/control-texts.ts';
import { fill } from '#web/audience/texts.ts';
import { Refusal } from '#web/audience/visitor.ts';
import { Voter } from './voter.ts';

type Live = Extract<AudienceTalk, { readonly takesQuestions: boolean }>;

type AskingPlayer = Pick<AudiencePlayer, 'visitor' | 'root' | 'signal'>;

/** Questions and reactions of the visitor during a talk. It is loaded when the presenter takes them. */
export class Asking {
  readonly #player: AskingPlayer;
  readonly #tools = h('div', { class: 'asking-tools' });
  readonly #opener = button({ class: 'asking-open', 'aria-expanded': 'false' }, () => this.#toggle());
  readonly #reactions: HTMLElement;
  readonly #panel: QuestionPanel;
  #talk: Live | null = null;

  constructor(player: AskingPlayer) {
    this.#player = player;
    const sender = new ReactionSender((reaction, count) => player.visitor.send('/reactions', { reaction, count }));
    this.#reactions = h(
      'div',
      { class: 'reaction-buttons', role: 'group', 'aria-label': words.reactions },
      ...REACTION_NAMES.map((reaction) =>
        button({ 'aria-label': words[reaction] }, () => sender.add(reaction), REACTION_SIGNS[reaction]),
      ),
    );
    this.#panel = new QuestionPanel(player, {
      close: () => this.#toggle(),
      counted: (open) => (this.#opener.textContent = open > 0 ? fill(words.open, { count: open }) : words.title),
    });
    this.#opener.textContent = words.title;
    player.root.querySelector('main')?.append(this.#tools);
    player.signal.addEventListener('abort', () => this.#panel.hide());
  }

  /** @param talk null: there is none, or it takes nothing now */
  change(talk: Live | null): void {
    this.#talk = talk?.state === 'live' ? talk : null;
    const { takesQuestions = false, takesReactions = false } = this.#talk ?? {};
    if (takesQuestions && this.#talk !== null) this.#panel.take(this.#talk.id);
    // What someone is writing stays on the screen.
    else if (!this.#panel.closeQuestions()) this.#hide();
    const shown = [...(takesQuestions ? [this.#opener] : []), ...(takesReactions ? [this.#reactions] : [])];
    // What is there already is not touched: it may have the focus.
    for (const element of [this.#opener, this.#reactions]) if (!shown.includes(element)) element.remove();
    for (const element of shown) if (!element.isConnected) this.#tools.append(element);
  }

  /** The questions have changed. */
  hear({ open, withinMs }: { readonly open: number; readonly withinMs: number }): void {
    this.#opener.textContent = open > 0 ? fill(words.open, { count: open }) : words.title;
    this.#panel.readSoon(withinMs);
  }

  #toggle(): void {
    if (this.#panel.isShown) {
      this.#hide();
      this.#opener.focus();
    } else {
      this.#panel.show(this.#player.root);
      this.#opener.ariaExpanded = 'true';
    }
  }

  #hide(): void {
    this.#panel.hide();
    this.#opener.ariaExpanded = 'false';
  }
}

interface PanelActions {
  readonly close: () => void;
  /** Called with the number of open questions. */
  readonly counted: (open: number) => void;
}

/** The list of questions, and the field for a new one. What was typed stays, also while the panel is closed. */
class QuestionPanel {
  readonly #player: AskingPlayer;
  readonly #actions: PanelActions;
  readonly #heading = h('h2', { tabindex: '-1' }, words.title);
  readonly #field = h('textarea', { rows: '3', maxlength: String(QUESTION_MAX), required: true });
  readonly #name = h('input', { type: 'text', maxlength: String(QUESTION_NAME_MAX), autocomplete: 'name' });
  readonly #submit = h('button', { type: 'submit', class: 'button' }, words.send);
  readonly #said = h('p', { role: 'status' });
  readonly #fault = h('p', { role: 'alert', class: 'question-fault' });
  readonly #list = h('ol', { class: 'question-list' });
  readonly #element: HTMLElement;
  #voter: Voter | null = null;
  #talkId = '';
  #isTaking = false;
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(player: AskingPlayer, actions: PanelActions) {
    this.#player = player;
    this.#actions = actions;
    const close = button(
      { class: 'player-button', 'aria-label': texts.close, title: texts.close },
      actions.close,
      icon(ICONS.close),
    );
    const form = h(
      'form',
      { class: 'question-form' },
      h('label', {}, words.yours, this.#field),
      h('label', {}, words.name, this.#name),
      this.#submit,
      this.#said,
      this.#fault,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask();
    });
    this.#element = h(
      'aside',
      { class: 'questions-panel', 'aria-label': words.title },
      h('header', {}, this.#heading, close),
      form,
      this.#list,
    );
    this.#field.value = player.visitor.draft;
    this.#field.addEventListener('input', () => (player.visitor.draft = this.#field.value));
    this.#element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      actions.close();
    });
  }

  get isShown(): boolean {
    return this.#element.isConnected;
  }

  /** Takes questions of a talk. */
  take(id: string): void {
    const isOpening = !this.#isTaking;
    this.#isTaking = true;
    if (id !== this.#talkId) {
      this.#talkId = id;
      this.#voter = new Voter(id);
      this.#name.value = this.#voter.name;
      this.#list.replaceChildren();
    }
    if (!isOpening) return;
    this.#update();
    if (this.isShown) void this.#read();
  }

  /** Takes no more questions, and says so to who is writing one. Returns whether someone is. */
  closeQuestions(): boolean {
    this.#isTaking = false;
    const isWriting = this.isShown && this.#field.value.trim() !== '';
    this.#update();
    return isWriting;
  }

  show(root: HTMLElement): void {
    root.append(this.#element);
    this.#heading.focus();
    void this.#read();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#element.remove();
  }

  /** Reads the questions again at a random time, because everyone in the audience is told at once. */
  readSoon(withinMs: number): void {
    if (!this.isShown) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, Math.random() * withinMs);
  }

  /** @param fault why something failed. It is not said while no questions are taken, also if the answer comes only then. */
  #update(fault = ''): void {
    this.#submit.disabled = this.#isSending || !this.#isTaking;
    this.#fault.textContent = this.#isTaking ? fault : words.closed;
  }

  async #read(): Promise<void> {
    if (!this.#isTaking) return;
    const talkId = this.#talkId;
    await this.#tried(async () => {
      const { items } = (await (await this.#player.visitor.ask('/questions')).json()) as SharedQuestionList;
      if (talkId !== this.#talkId) return;
      this.#actions.counted(items.filter(({ status }) => status === 'open').length);
      this.#show(items);
    });
  }

  #show(questions: readonly SharedQuestion[]): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset['question'];
    const items = questions.map((question) => this.#item(question));
    this.#list.replaceChildren(...(items.length > 0 ? items : [h('li', { class: 'question-none' }, words.none)]));
    // The button that had the focus is a new one.
    if (focused !== undefined)
      items
        .find(({ dataset }) => dataset['question'] === focused)
        ?.querySelector('button')
        ?.focus();
  }

  #item({ id, text, name, status, votes }: SharedQuestion): HTMLElement {
    const hasVoted = this.#voter?.hasVoted(id) ?? false;
    const label = fill(words.vote, { count: votes, text });
    const press = (): void => void this.#vote(id, !hasVoted);
    const vote = button(
      { class: 'question-vote', 'aria-pressed': String(hasVoted), 'aria-label': label },
      press,
      h('span', { 'aria-hidden': 'true' }, '▲'),
      String(votes),
    );
    return h(
      'li',
      { 'data-status': status, 'data-question': id },
      h('p', { class: 'question-text', dir: 'auto' }, text),
      h(
        'p',
        { class: 'question-by' },
        h('bdi', {}, name ?? words.noName),
        status === 'answered' && h('span', { class: 'question-status' }, words.answered),
      ),
      vote,
    );
  }

  async #ask(): Promise<void> {
    const text = this.#field.value.replaceAll(/\s+/g, ' ').trim();
    const name = this.#name.value.trim();
    const voter = this.#voter;
    if (text === '' || voter === null || this.#submit.disabled) return;
    voter.name = name;
    this.#said.textContent = '';
    this.#isSending = this.#submit.disabled = true;
    await this.#tried(async () => {
      await this.#player.visitor.send('/questions', { voter: voter.id, text, ...(name !== '' && { name }) });
      this.#field.value = this.#player.visitor.draft = '';
      this.#said.textContent = words.sent;
      await this.#read();
    });
    this.#isSending = false;
    this.#submit.disabled = !this.#isTaking;
  }

  async #vote(questionId: string, voted: boolean): Promise<void> {
    const voter = this.#voter;
    if (voter === null) return;
    await this.#tried(async () => {
      await this.#player.visitor.send(`/questions/${questionId}/vote`, { voter: voter.id, voted }, { method: 'PUT' });
      voter.setVoted(questionId, voted);
      await this.#read();
    });
  }

  /** Says why something failed. What was typed stays. */
  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#update();
    } catch (thrown) {
      const code = thrown instanceof Refusal ? thrown.code : '';
      if (code === 'RATE_LIMITED') this.#update(words.later);
      else if (code === 'LIMIT_REACHED') this.#update(words.full);
      else this.#update(code === 'TALK_NOT_FOUND' || code === 'FORBIDDEN' ? words.closed : words.failed);
    }
  }
}
