const header = 'Proof-Of-Work'

/**
 * `fetch` with one retry that includes a proof of work if the server requires it close to a rate limit. The work takes about half a second
 * and loads its code on demand. Throws as `fetch` does.
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
