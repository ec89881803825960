/**
 * Wrong guesses that end a code that was sent by mail or text, whatever it is for: after so many the right one is refused too.
 * They are counted in `guessCode` of `store.ts`.
 */
export const guessesPerCode = 5
