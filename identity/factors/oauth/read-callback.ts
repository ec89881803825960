/** The longest `state`, `code` or `error` that is read, in characters. */
const longest = 4_096

/** Parameters that a provider's answer may have once at most. */
const single = ['state', 'code', 'iss', 'error', 'error_description', 'error_uri', 'id_token', 'token', 'response']

/** Reads a provider's answer. It has one `state`, and one `code` or `error`, of a sane length; null otherwise. Pure. */
export const readCallback = (query: URLSearchParams): { state: string; parameters: URLSearchParams } | null => {
  if (single.some(name => query.getAll(name).length > 1)) return null
  const [state, code, error] = ['state', 'code', 'error'].map(name => query.get(name) ?? '')
  if (!state || (!code && !error)) return null
  if (state.length > longest || (code ?? '').length > longest || (error ?? '').length > longest) return null
  const parameters = new URLSearchParams()
  for (const name of single) {
    const value = query.get(name)
    if (value !== null) parameters.set(name, value)
  }
  return { state, parameters }
}
