import '#web/theme/tokens.css';
import '#web/theme/base.css';
import '#web/theme/forced-colors.css';
import '#web/stage/stage-page.css';
import '#web/stage/frames/stage.css';
import '#web/player/player.css';
import '#web/audience/audience.css';
import { openPage } from '#web/audience/page.ts';
import { keepStyles } from '#web/lib/missing-styles.ts';

const root = document.getElementById('audience');
if (root === null) throw new Error('audience.html has no #audience.');
keepStyles();
openPage(root);
