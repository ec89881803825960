export type Breaker = {
  /** True if requests are allowed; when half open, only once until that request ends. */
  mayCall: () => boolean
  isClosed: () => boolean
  succeeded: () => void
  failed: () => void
  /** Opens the breaker for the service's requested backoff, in ms. */
  openFor: (wait: number) => void
}

type State = { kind: 'closed'; failures: number } | { kind: 'open'; until: number } | { kind: 'probing' }

const mostFailures = 5

type BreakerOptions = {
  now: () => number
  onChange: (open: boolean) => void
  /** Time the breaker stays open before it is half open, in ms. */
  pause: number
}

/** A circuit breaker: after failures in a row it stops calls for a while, then lets one through to see. */
export const createBreaker = ({ now, onChange, pause }: BreakerOptions): Breaker => {
  let state: State = { kind: 'closed', failures: 0 }

  const openFor = (wait: number) => {
    if (state.kind === 'closed') onChange(true)
    state = { kind: 'open', until: now() + wait }
  }

  return {
    mayCall() {
      if (state.kind === 'closed') return true
      if (state.kind === 'probing' || now() < state.until) return false
      state = { kind: 'probing' }
      return true
    },
    isClosed: () => state.kind === 'closed' || (state.kind === 'open' && now() >= state.until),
    succeeded() {
      if (state.kind !== 'closed') onChange(false)
      state = { kind: 'closed', failures: 0 }
    },
    failed() {
      // A request that started before the breaker opened, and fails afterwards, is ignored.
      if (state.kind === 'open') return
      if (state.kind === 'probing') state = { kind: 'open', until: now() + pause }
      else if (state.failures + 1 >= mostFailures) openFor(pause)
      else state = { kind: 'closed', failures: state.failures + 1 }
    },
    openFor,
  }
}
