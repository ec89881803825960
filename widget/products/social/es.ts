import type { en } from './en.ts'

/** Its texts in Spanish, in the polite form. */
export const es: typeof en = {
  main: {
    continueWithProvider: 'Continuar con {provider}',
  },
}
