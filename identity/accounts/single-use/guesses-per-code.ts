/**
 * Wrong guesses that invalidate an emailed or SMS code of any purpose, after which even the correct code is rejected. Counted in
 * `guessCode` of `store.ts`.
 */
export const guessesPerCode = 5
