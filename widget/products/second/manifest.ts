import type { Manifest } from '../manifest.ts'
import type { SecondFactorTexts } from './en.ts'

/** Screen after the second factor, while it is requested. */
type State = { secondFactor: string | null }

/**
 * Authenticator app code, required of users who have one after any first factor. Not listed in a page's config: every form shows it if the
 * session requires a second factor.
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
