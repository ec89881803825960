import { hash } from 'node:crypto'

/** A tag for some content. Weak, because one tag stands for all encodings of it (RFC 9110, section 8.8.3). */
export const weakTag = (content: string | Uint8Array): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/**
 * A strong tag for some content: byte for byte the same. Each encoding of an answer has a tag of its own, which `compressAnswer` makes
 * from this one (RFC 9110, section 8.8.3.3).
 */
export const strongTag = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** The tag of an encoded form of the content with a strong tag; a weak tag stands for all forms. */
export const tagOfEncoding = (tag: string, encoding: string): string =>
  tag.startsWith('"') ? `${tag.slice(0, -1)}-${encoding}"` : tag

/** True if `If-None-Match` matches this content under weak comparison (RFC 9110, section 13.1.2). */
export const isKnown = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some(one => one.trim() === tag || one.trim() === '*') ?? false

/**
 * The tag by which `If-None-Match` names this content in one of its encodings; null where it names none of them. `tag` is the strong one of
 * the plain content. A cache on the way that encodes anew makes a tag weak, and it still names the same content.
 */
export const knownForm = (known: string | undefined, tag: string): string | null => {
  const strong = known?.replaceAll('W/', '')
  return [tag, tagOfEncoding(tag, 'gzip'), tagOfEncoding(tag, 'br')].find(form => isKnown(strong, form)) ?? null
}

/** The content codings that we send (RFC 9110, section 8.4.1; RFC 7932). */
export type Encoding = 'br' | 'gzip'

/**
 * The coding to send, by the request's `Accept-Encoding` (RFC 9110, section 12.5.3): the one with the highest weight among
 * `offered`, of equals the first; null for none. The body as it is comes in only where it weighs more than every coding that is
 * accepted. A client that refuses everything that we could send gets the body as it is, which the RFC leaves to us.
 */
export const chooseEncoding = (accepted: string | undefined, offered: readonly Encoding[]): Encoding | null => {
  if (accepted === undefined) return null
  const weights = readWeights(accepted)
  const best = offered.reduce<{ encoding: Encoding | null; weight: number }>(
    (best, encoding) => {
      const weight = weights.get(encoding) ?? weights.get('*') ?? 0
      return weight > best.weight ? { encoding, weight } : best
    },
    { encoding: null, weight: 0 },
  )
  return (weights.get('identity') ?? 0) > best.weight ? null : best.encoding
}

/** True if the uncompressed body is acceptable, that is, unless `identity` is excluded explicitly or by `*`. */
export const acceptsPlain = (accepted: string | undefined): boolean => {
  const weights = readWeights(accepted ?? '')
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0
}

const readWeights = (accepted: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightIn(parameters))
  }
  return weights
}

/** `q=0.8` → 0.8, 1 without one; a weight that is none counts as a refusal. */
const weightIn = (parameters: readonly string[]): number => {
  const [weight] = parameters.flatMap(parameter => /^q\s*=\s*(.*)/.exec(parameter)?.[1] ?? [])
  if (weight === undefined) return 1
  return /^(?:0\.\d{0,3}|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}
