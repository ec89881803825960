/** True for characters matched by `\s`. */
export const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)))

/** Returns the offset after the white space starting here. A regular expression would store a backtracking position for every character. */
export const skipSpace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

/** Yields the lines of a text with their offsets, without holding them all. */
export function* linesIn(text: string): Generator<{ line: number; start: number; text: string }> {
  let start = 0
  for (let line = 1; ; line++) {
    const end = text.indexOf('\n', start)
    const whole = end < 0 ? text.slice(start) : text.slice(start, end)
    yield { line, start, text: whole.endsWith('\r') ? whole.slice(0, -1) : whole }
    if (end < 0) return
    start = end + 1
  }
}

/** The beginning of a text, at most so long, without half a character at its end. */
export const beginning = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).toWellFormed()
