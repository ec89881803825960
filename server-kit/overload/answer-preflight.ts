import type { IncomingMessage, ServerResponse } from 'node:http'

/** Preflight headers under load; null for requests without cross-origin access. */
export type PreflightHeaders = (incoming: IncomingMessage) => Readonly<Record<string, string>> | null

/**
 * Responds with 204 to a preflight (Fetch, "CORS protocol") that would be shed; returns false for other requests. Browsers hide the status
 * of a failed preflight, so a page would mistake an overloaded server for an unreachable one. The actual request then gets its own
 * response. Costs no more than a rejection.
 */
export const createAnswerPreflight =
  (headersOf: PreflightHeaders = () => null) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (incoming.method !== 'OPTIONS' || incoming.headers['access-control-request-method'] === undefined) return false
    const headers = headersOf(incoming)
    if (headers === null) return false
    if (!outgoing.destroyed && !outgoing.headersSent)
      outgoing.writeHead(204, { ...headers, 'Cache-Control': 'no-store' }).end()
    return true
  }
