/** Device verdict. Reasons are a small set, so that operators can count them. */
export type DeviceVerdict =
  | { kind: 'allow'; reason: 'usual' }
  | { kind: 'challenge'; reason: 'unnamed' | 'old' | 'automated' | 'another-browser' | 'repeated' | 'busy' }
  | { kind: 'block'; reason: 'too-busy' }

export type DeviceFacts = {
  /** Null if the request has no device ID, or none issued here for its project. */
  id: { issuedAt: number; isAutomated: boolean; isOfBrowser: boolean } | null
  now: number
  /** Usage level of the rate limits. */
  ofId: 'far' | 'near' | 'over'
  ofDevice: 'far' | 'near' | 'over'
}

/** Lifetime of a device ID, in ms. Clients request one per call. */
const lifetime = 5 * 60_000

/** Pure. */
export const verdictOf = ({ id, now, ofId, ofDevice }: DeviceFacts): DeviceVerdict => {
  if (ofDevice === 'over') return { kind: 'block', reason: 'too-busy' }
  const reason =
    id === null
      ? 'unnamed'
      : now - id.issuedAt > lifetime
        ? 'old'
        : id.isAutomated
          ? 'automated'
          : !id.isOfBrowser
            ? 'another-browser'
            : ofId !== 'far'
              ? 'repeated'
              : ofDevice === 'near'
                ? 'busy'
                : null
  return reason === null ? { kind: 'allow', reason: 'usual' } : { kind: 'challenge', reason }
}
