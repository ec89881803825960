const starts = ['', '10.1234/', 'https://doi.org/', 'https://example.org/10.1234/', 'doi:', "a'"]
const repeated =
  'eyJaaaaaa- \\ . ). .) ( < " 10.1234. 10.1234/ 10. %2f /abs /vote .pdf ?a # %5C doi: a a. - _ 1 \u00ad <a & &# / , @ </ <!-- \''.split(
    ' ',
  )
const ends = ['', 'x', ' x', '!', '/']

const texts = (length: number, more: readonly string[]): string[] =>
  starts.flatMap(start =>
    [...repeated, ' ', ...more].flatMap(part =>
      ends.map(end => start + part.repeat(Math.ceil(length / part.length)) + end),
    ),
  )

/** The shortest of some runs, in ms: a machine with much to do makes some of them long, and none short. */
const shortest = (run: () => unknown, enough = 0): number => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 15 && best > enough; round++) {
    const began = performance.now()
    run()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/**
 * How many times as long one takes as the other. What looks like more than `most` is measured on, up to forty times as many runs:
 * on a busy machine both come closer to what they cost, and what is too slow stays so.
 */
export const timesAsLong = (long: () => unknown, short: () => unknown, most: number): number => {
  let [longest, least] = [shortest(long), shortest(short)]
  for (let round = 0; round < 40 && longest > most * least; round++) {
    longest = Math.min(longest, shortest(long))
    least = Math.min(least, shortest(short))
  }
  return longest / least
}

/**
 * The texts with which a reader of outside text takes more than three times as long as with half of them: with all of a
 * beginning, something that is repeated, and an end that makes it all in vain. `most` is the longest text that gets as far.
 * A microsecond for four characters is quick enough, however it grows. `more` is what else is repeated, where a reader looks
 * for something of its own.
 */
export const slowTexts = (read: (text: string) => unknown, most: number, more: readonly string[] = []): string[] => {
  const halves = texts(most / 2 - 32, more)
  const enough = most / 4_000
  const slow: string[] = []
  for (const [index, whole] of texts(most - 32, more).entries()) {
    if (shortest(() => read(whole), enough) <= enough) continue
    const times = timesAsLong(
      () => read(whole),
      () => read(halves[index] ?? ''),
      3,
    )
    if (times > 3) slow.push(`${whole.slice(0, 40)}…${whole.slice(-10)} (${times} times as long as half of it)`)
    // One is enough to fail, and each takes long.
    if (slow.length > 0) return slow
  }
  return slow
}
