import type { SessionDetails } from '../model.ts'

/** A payment that has found no answer by then is left alone. */
const longestWaitMs = 15_000

/**
 * The state of the payment that this page's address names (SPEC §7); null where it names none, and where it cannot be read, which is
 * only logged (SPEC §8). Never throws.
 * @param sessionDetails where it is read
 */
export const readDetails = async (sessionDetails: string): Promise<SessionDetails | null> => {
  const session = new URLSearchParams(location.search).get('session_id')
  if (session === null) return null
  forgetSession()
  try {
    const response = await fetch(`${sessionDetails}?${new URLSearchParams({ session_id: session })}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const answer = (await response.json()) as SessionDetails | { error: string }
    if ('error' in answer) throw new Error(answer.error)
    return answer
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the log of the browser is where it belongs (SPEC §8).
    console.warn('The payment session could not be read.', error)
    return null
  }
}

/** Removes the session from the URL, so that a reloaded or shared page shows no payment. */
const forgetSession = (): void => {
  const address = new URL(location.href)
  address.searchParams.delete('session_id')
  history.replaceState(history.state, '', address)
}
