/**
 * Tells the site that somebody has signed in on this page, so that the browser gets the site's own cookie. Not by an address
 * that a link could have: only a page of ours can send this.
 */
export const handOver = async (token: string): Promise<void> => {
  try {
    await fetch('/authenticate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ session_token: token }),
    })
  } catch {
    // The token is stored: the site is asked about it on the next page.
  }
}
