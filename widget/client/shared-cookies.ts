/** Owner of the tokens in this page's cookies, by cookie name. */
const owners = new Map<string, string>()

/**
 * Two projects that keep their tokens under one name sign each other's people out. The developer is warned once,
 * when a second project takes a name.
 */
export const claimCookies = (publicToken: string, names: readonly string[], warn: (message: string) => void): void => {
  const taken = names.filter(name => (owners.get(name) ?? publicToken) !== publicToken)
  for (const name of names) owners.set(name, publicToken)
  if (taken.length === 0) return
  warn(`Two projects on this page share cookies (${taken.join(', ')}), and sign each other out: see cookieOptions.`)
}
