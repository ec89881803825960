/** Posts a new session to the site, which sets its own cookie. Not a URL, so that only our own pages can do this, and no link. */
export const handOver = async (token: string): Promise<void> => {
  try {
    await fetch('/authenticate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ session_token: token }),
    })
  } catch {
    // The token is stored. The next page checks it with the site.
  }
}
