/** What the player shows around the slide, and what opens over it. It is loaded when the frame of the first slide is loading. */
export { PresentDialog } from '#web/talks/PresentDialog.tsx';
export { TalkBar } from '#web/talks/TalkBar.tsx';
export { EarlierVersionLine } from '#web/versions/EarlierVersionLine.tsx';
export { NewVersionLine } from '#web/versions/NewVersionLine.tsx';
export { StageLayer } from '#web/stage-session/StageLayer.tsx';
export { FloatingReactions } from '#web/talks/questions/FloatingReactions.tsx';
export { QuestionScreen } from '#web/talks/questions/QuestionScreen.tsx';
export { AddressScreen } from './AddressScreen.tsx';
export { BottomBar } from './BottomBar.tsx';
export { EndScreen } from './EndScreen.tsx';
export { PlayerPalette } from './PlayerPalette.tsx';
export { SlideCopiesDialog } from './copies/SlideCopiesDialog.tsx';
export { InnerSlidesDialog } from './inner-slides/InnerSlidesDialog.tsx';
export { TopBar } from './TopBar.tsx';
export { TrustBar } from './trust/TrustBar.tsx';
export { TrustDialog } from './trust/TrustDialog.tsx';
