const loading = new Map<string, Promise<void>>()

/** Loads a script, once for each page. Rejects when it cannot be loaded: offline, or blocked by the page's policy or an extension. */
export const loadScript = (url: string): Promise<void> => {
  const loaded =
    loading.get(url) ??
    load(url).catch(error => {
      loading.delete(url)
      throw error
    })
  loading.set(url, loaded)
  return loaded
}

const load = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    // Under a CSP with nonces this script needs the page's nonce.
    const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce
    Object.assign(script, { src, async: true, ...(nonce && { nonce }) })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded.`))
    }
    document.head.append(script)
  })
