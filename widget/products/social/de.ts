import type { en } from './en.ts'

/** Its texts in German, in the polite form. */
export const de: typeof en = {
  main: {
    continueWithProvider: 'Weiter mit {provider}',
  },
}
