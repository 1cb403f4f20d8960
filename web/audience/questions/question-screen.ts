import '#web/talks/questions/question-screen.css';
import type { ShownQuestion } from '#shared/questions.ts';
import { button, h } from '#web/audience/dom.ts';
import { inLanguage } from '#web/audience/texts.ts';

const words = inLanguage({
  en: { title: 'Question', shown: 'A question is shown. Press any key to show the slide.' },
  de: { title: 'Frage', shown: 'Eine Frage wird gezeigt. Drücke eine beliebige Taste, um die Folie zu zeigen.' },
});

/** What a presenter shows in place of the slide: a question of the audience. A click calls `remove`. */
export function questionScreen({ text, name }: ShownQuestion, remove: () => void): HTMLElement {
  return h(
    'section',
    { class: 'question-screen', 'aria-label': words.title },
    button({ class: 'question-cover' }, remove, h('span', { class: 'visually-hidden' }, words.shown)),
    h('p', { class: 'question-large', dir: 'auto', role: 'status' }, text),
    name !== null && h('p', { class: 'question-asker' }, h('bdi', {}, name)),
  );
}
