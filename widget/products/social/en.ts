/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  main: {
    continueWithProvider: 'Continue with {provider}',
  },
}
