/** Answers that providers give although their documents do not mention them. */
export const weather = {
  html: () =>
    new Response('<!doctype html><title>Oops</title>', { status: 200, headers: { 'Content-Type': 'text/html' } }),
  failing: (status: number) => Response.json({ error: 'server_error' }, { status }),
  busy: () => Response.json({ error: 'too_many_requests' }, { status: 429, headers: { 'Retry-After': '60' } }),
  cutOff: () => new Response('{"access_token":"abc","token_ty', { headers: { 'Content-Type': 'application/json' } }),
  /** Five megabytes of JSON. */
  huge: () => Response.json({ access_token: 'x', token_type: 'Bearer', padding: 'x'.repeat(5_000_000) }),
  away: (url: string) => new Response(null, { status: 302, headers: { Location: url } }),
  /** The connection ends in the middle of the answer. */
  reset: () => {
    const body = new ReadableStream({
      pull: controller => {
        controller.enqueue(new TextEncoder().encode('{"access_token":'))
        controller.error(new Error('The connection was reset.'))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  },
  /** Never, as far as a client is willing to wait; ends when `signal` does, so that a test does not wait either. */
  hanging: (signal: AbortSignal) =>
    new Promise<Response>(resolve => {
      signal.addEventListener('abort', () => resolve(new Response(null, { status: 504 })), { once: true })
    }),
}
