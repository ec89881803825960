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
 * Returns the ratio of two run times. A ratio above `most` is remeasured with up to forty times as many runs: on a busy machine this
 * converges to the true cost, while real slowness persists.
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
 * Finds texts for which a parser takes more than three times as long as for half of them: any combination of a prefix, a repeated part and
 * an invalidating suffix. `most` is the maximum input length. A microsecond per four characters is fast enough, regardless of growth.
 * `more` adds parser-specific repeated parts.
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
