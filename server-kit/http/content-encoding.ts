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
