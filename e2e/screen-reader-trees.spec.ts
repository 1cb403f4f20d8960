import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, openNotes } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('the accessibility tree of the pages', async ({ page, context, accounts }) => {
  const admin = await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  await uploadDeck(context.request, { title: `The talk of ${admin.email}` });
  const body = page.locator('body');
  await page.goto('/?owner=me');
  await expect(body).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - link "Lectern"
      - navigation:
        - link "People"
        - link "Invites"
        - button "Account and settings of Ana Brandt"
    - main:
      - heading "Library" [level=1]
      - search:
        - searchbox "Search titles"
      - group "Whose decks":
        - radio "All decks"
        - radio "Mine" [checked]
        - radio "Team"
        - radio "Shared with me"
      - combobox "Sort"
      - button "Add a deck"
      - list "Decks":
        - listitem:
          - heading /The talk of/ [level=2]:
            - link /The talk of/
          - paragraph: /Only you, admins and people with whom it is shared can see it.*3 slides/
          - button /Actions for The talk of/
  `);
  await page.goto('/admin/users');
  await expect(body).toMatchAriaSnapshot(`
    - main:
      - heading "People" [level=1]
      - list "Everyone with an account":
        - listitem:
          - paragraph: /@example/
          - paragraph: /Admin|Member/
          - button /Actions for .+/
  `);
  await page.goto('/admin/invites');
  await expect(body).toMatchAriaSnapshot(`
    - main:
      - heading "Invites" [level=1]
      - heading "New invite" [level=2]
      - group "Role":
        - radio "Member" [checked]
        - radio "Admin"
      - group "Valid for":
        - radio "3 days" [checked]
      - textbox "Only for this address"
      - button "Create link"
      - heading "All invites" [level=2]
      - list
  `);
  await page.goto('/account');
  await expect(body).toMatchAriaSnapshot(`
    - main:
      - heading "Your account" [level=1]
      - region "Name":
        - heading "Name" [level=2]
        - textbox "Your name": Ana Brandt
      - region "Look and language":
        - group "Theme":
          - radio "System" [checked]
          - radio "Light"
          - radio "Dark"
        - group "Language":
          - radio "English" [checked]
          - radio "Deutsch"
      - region "Password":
        - textbox "Current password"
        - textbox "New password"
        - button "Change the password"
      - region "Where you are signed in":
        - list "Where you are signed in":
          - listitem:
            - paragraph: /This browser/
      - region "API keys":
        - paragraph:
          - link "Your keys"
  `);
});

test('the accessibility tree of the player and the presenter view', async ({ page: stage, context, user }) => {
  expect(user.role).toBe('user');
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ notes: ['Say hello.'] }) });
  await openNotes(stage, deck.id);
  const body = stage.locator('body');
  await expect(body).toMatchAriaSnapshot(`
    - main:
      - heading "A plain deck" [level=1]
      - status: Slide 1 of 3
      - link "Back to the library"
      - button "Present"
      - button "Share"
      - button "Actions for A plain deck"
      - iframe
      - complementary "Talk"
      - toolbar "Player controls":
        - button "Previous" [disabled]
        - button "Slide 1 of 3. Go to slide"
        - button "Next"
        - button "Overview"
        - button "Draw"
        - button "Notes" [pressed]
        - button "Fullscreen"
        - button "More controls"
    - complementary "Notes":
      - heading "Notes" [level=2]
      - button "Close the notes"
      - textbox "Notes for slide 1": Say hello.
      - status: From the deck. Type to change it.
  `);
  await stage.keyboard.press('Escape');
  await stage.keyboard.press('o');
  await expect(body).toMatchAriaSnapshot(`
    - dialog "Overview":
      - heading "A plain deck" [level=2]
      - search:
        - searchbox "Search titles and notes"
      - status: 3 slides
      - button "Close"
      - list:
        - listitem:
          - button "1 Slide 1"
        - listitem:
          - button "2 Slide 2"
        - listitem:
          - button "3 Slide 3"
  `);
  await stage.keyboard.press('Escape');
  await openDeck(stage, deck.id, 1);
  const view = await present(stage);
  await expect(view.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Back to the slides"
      - heading "A plain deck" [level=1]
      - status:
        - strong: Presenting
        - text: /no one is following yet/
      - button "Link for the audience"
      - button "Share"
      - button "Phone as remote"
      - button "Hand over"
      - button "End talk"
    - 'main "Presenter view: A plain deck"':
      - region "Current slide":
        - iframe
      - toolbar "Player controls":
        - button "Black screen"
        - button "White screen"
        - button "Address of the talk as a QR code"
        - button "Previous" [disabled]
        - button "Slide 1 of 3. Go to slide"
        - button "Next"
        - button "Laser pointer"
        - button "Draw"
        - button "Keyboard shortcuts"
      - region "Time":
        - button "Pause the clock"
        - button "Reset the clock"
        - button "Set a time"
      - separator "Width of the notes"
      - region "Next":
        - heading "Next" [level=2]
      - region "Notes":
        - heading "Notes" [level=2]
        - textbox "Notes for slide 1": Say hello.
  `);
});
