/** What is made of the device that calls. The reason is one of few words, so that operators can count them. */
export type DeviceVerdict =
  | { kind: 'allow'; reason: 'usual' }
  | { kind: 'challenge'; reason: 'unnamed' | 'old' | 'automated' | 'another-browser' | 'repeated' | 'busy' }
  | { kind: 'block'; reason: 'too-busy' }

export type DeviceFacts = {
  /** Null: the call names no device, or none that was named here for its project. */
  id: { issuedAt: number; isAutomated: boolean; isOfBrowser: boolean } | null
  now: number
  /** How much of each limit is used up. */
  ofId: 'far' | 'near' | 'over'
  ofDevice: 'far' | 'near' | 'over'
}

/** How long an id is good for, in ms: a client names its device for each call. */
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
