const header = 'Proof-Of-Work'

/**
 * `fetch`, and once more with a proof of work where the server asks for one because a limit is near. The work takes about half a
 * second; what does it is loaded only then. Throws as `fetch` does.
 */
export const fetchWithProof = async (
  url: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> => {
  const answer = await fetch(url, init)
  const work = answer.headers.get(header)
  if (answer.status !== 403 || work === null) return answer
  const { proveWork } = await import('./prove-work.ts')
  const proof = await proveWork(work, init.signal)
  return proof === null ? answer : fetch(url, { ...init, headers: { ...init.headers, [header]: proof } })
}
