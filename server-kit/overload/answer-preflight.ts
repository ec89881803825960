import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a preflight is told that has no room: its headers; null where the request is none that pages of others may send. */
export type PreflightHeaders = (incoming: IncomingMessage) => Readonly<Record<string, string>> | null

/**
 * Answers 204 to a preflight (Fetch, "CORS protocol") that would be refused because the server is busy; false when the request
 * is none. A browser does not show a page the status of a refused preflight, so that the page would take a busy server for one
 * that is not there. So the call itself is let come, and its own answer says what is so. It costs what a refusal does.
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
