/** Shorter words are part of too many other words. */
const shortest = 4

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Lists words that an attacker would try first for this account: parts of its email address and the product name. Pure. */
export const personalWords = ({ email, product }: { email?: string | undefined; product: string }): string[] => {
  const [local = '', host = ''] = fold(email ?? '').split('@')
  const parts = (text: string) => text.split(/[^\p{L}\p{N}]/u)
  const words = [
    local,
    ...parts(local),
    parts(local).join(''),
    ...host.split('.').slice(0, -1),
    fold(product),
    ...parts(fold(product)),
    parts(fold(product)).join(''),
  ]
  return [...new Set(words)].filter(word => [...word].length >= shortest).toSorted((a, b) => b.length - a.length)
}

/** True if a password is little more than such words: without them it is shorter than the minimum length. Pure. */
export const leansOn = (words: readonly string[], password: string, shortestPassword: number): boolean => {
  const folded = fold(password)
  if (!words.some(word => folded.includes(word))) return false
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return [...rest].length < shortestPassword
}
