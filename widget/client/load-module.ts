/** This script's nonce, which loaded modules need under a CSP with nonces. */
const nonce = (typeof document === 'undefined' ? null : document.currentScript)?.nonce ?? ''

const attempts = new Map<string, number>()

/**
 * Loads a module with a known hash. `import()` doesn't support Subresource Integrity, so a link with the hash loads it first, and
 * `import()` then uses the loaded module. Rejects if the module cannot be loaded or its hash differs.
 */
export const loadModule = async <Module>(url: string, integrity: string): Promise<Module> => {
  const attempt = attempts.get(url) ?? 0
  attempts.set(url, attempt + 1)
  // A browser may remember that a module could not be loaded: another attempt needs another address.
  const href = attempt === 0 ? url : `${url}?${attempt}`
  await preload(href, integrity)
  return import(/* @vite-ignore */ href)
}

const preload = (href: string, integrity: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: 'anonymous', integrity, nonce, href })
    link.onload = () => {
      link.remove()
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} could not be loaded.`))
    }
    document.head.append(link)
  })
