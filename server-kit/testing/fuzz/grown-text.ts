import fc from 'fast-check'

/** A text as it is made: tokens, one after the other, nested, or repeated until they fill a file. */
export type Grown =
  | { kind: 'tokens'; tokens: readonly string[] }
  | { kind: 'row'; parts: readonly Grown[] }
  | { kind: 'repeated'; part: Grown; times: number }
  | { kind: 'nested'; open: Grown; close: Grown; depth: number }

const counts = fc.constantFrom(1, 2, 50, 1_000, 30_000, 1_000_000, 8_000_000)

/** Generates texts from these tokens with growing structure rather than noise, because that is slow to parse. */
export const grown = (tokens: readonly string[]): fc.Arbitrary<Grown> => {
  const some = fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 6 })
  const { text } = fc.letrec<{ text: Grown; leaf: Grown }>(tie => ({
    leaf: some.map(tokens => ({ kind: 'tokens', tokens })),
    text: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'grown' },
      { weight: 1, arbitrary: tie('leaf') },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant('repeated' as const), part: tie('text'), times: counts }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('row' as const),
          parts: fc.array(tie('text'), { minLength: 2, maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('nested' as const),
          open: tie('leaf'),
          close: tie('leaf'),
          depth: counts,
        }),
      },
    ),
  }))
  return text
}

/** The text itself, cut where it would be longer than a file may be. */
export const written = (text: Grown, longest: number): string => {
  const parts: string[] = []
  let left = longest
  let number = 0
  const put = (token: string): void => {
    const piece = token.includes('#') ? token.replaceAll('#', () => String(number++)) : token
    if (piece.length > left) left = 0
    else {
      left -= piece.length
      parts.push(piece)
    }
  }
  const write = (each: Grown): void => {
    if (left <= 0) return
    if (each.kind === 'tokens') for (const token of each.tokens) put(token)
    else if (each.kind === 'row') for (const part of each.parts) write(part)
    else if (each.kind === 'repeated')
      for (let n = 0, before = left + 1; n < each.times && left > 0 && left < before; n++) {
        // A part that has no room left writes nothing, however often.
        before = left
        write(each.part)
      }
    else {
      // Reserves space for closing tokens where possible.
      const before = left
      left = Math.floor(before / 2)
      let depth = 0
      for (; depth < each.depth && left > 0; depth++) write(each.open)
      left += Math.ceil(before / 2)
      for (; depth > 0 && left > 0; depth--) write(each.close)
    }
  }
  write(text)
  return parts.join('')
}
