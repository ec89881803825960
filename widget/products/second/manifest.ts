import type { Manifest } from '../manifest.ts'
import type { SecondFactorTexts } from './en.ts'

/** While a second factor is asked for, the screen that comes when it is proved. */
type State = { secondFactor: string | null }

/**
 * The code of an authenticator app, asked of people who have one, whatever they prove first. It is no way in that a page names:
 * a form with any way in shows it when the session says that a second factor is owed.
 */
export const second = {
  optionsKey: 'secondFactor',
  optionsShape: { fields: {} },
  withDefaults: () => ({}),
  screens: ['SecondFactor', 'SecondFactorConfirmation'],
  initialState: { secondFactor: null } as State,
  actions: {
    /** Goes to its screen, and remembers the `next` one; or from it to that, with null. */
    second_factor: (_: State, { screen, next }: { screen: string; next: string | null }) => ({
      screen,
      hasMoved: true,
      secondFactor: next,
    }),
  },
  // They come with the views, in every language: few people have an authenticator app.
  texts: { secondFactor: {} as Partial<SecondFactorTexts> },
  buttons: null,
  landing: null,
} as const satisfies Manifest
