const starts = ['', '10.1234/', 'https://doi.org/', 'https://example.org/10.1234/', 'doi:', "a'"]
const repeated =
  'eyJaaaaaa- \\ . ). ( < " 10.1234. 10. /abs /vote .pdf ?a # %5C doi: a a. - _ 1 \u00ad <a & &# / , @ </ <!-- \''.split(
    ' ',
  )
const ends = ['', 'x', ' x', '!', '/']

const texts = (length: number): string[] =>
  starts.flatMap(start =>
    [...repeated, ' '].flatMap(part => ends.map(end => start + part.repeat(Math.ceil(length / part.length)) + end)),
  )

/** The shortest of some runs, in ms: a machine with much to do makes some of them long, and none short. */
const shortest = (run: () => unknown, enough: number): number => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 15 && best > enough; round++) {
    const began = performance.now()
    run()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/**
 * The texts with which a reader of outside text takes more than three times as long as with half of them: with all of a
 * beginning, something that is repeated, and an end that makes it all in vain. `most` is the longest text that gets as far.
 * A microsecond for four characters is quick enough, however it grows.
 */
export const slowTexts = (read: (text: string) => unknown, most: number): string[] => {
  const halves = texts(most / 2 - 32)
  const enough = most / 4_000
  const slow: string[] = []
  for (const [index, whole] of texts(most - 32).entries()) {
    const long = shortest(() => read(whole), enough)
    if (long <= enough) continue
    const half = shortest(() => read(halves[index] ?? ''), 0)
    if (long > 3 * half) slow.push(`${whole.slice(0, 40)}…${whole.slice(-10)} (${long} ms, half of it ${half} ms)`)
    // One is enough to fail, and each takes long.
    if (slow.length > 0) return slow
  }
  return slow
}
