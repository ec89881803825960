import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'

type Asked = {
  app: { request: (url: string, init?: RequestInit) => Response | Promise<Response> }
  publicToken: string
  settings: { identity: { origin: string } }
}

/** Sends a request whose body is held until released. `isUnderWay` resolves once the provider reads the body. */
export const holdBody = (
  { app, publicToken, settings }: Asked,
  [method, path, body]: readonly [method: string, path: string, body: object],
  session: string | null = null,
) => {
  const { promise: isUnderWay, resolve: askedFor } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        askedFor()
        await isReleased
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    Authorization: formatAuthorization({ publicToken, sessionToken: session }),
    'Content-Type': 'application/json',
  }
  const url = `${settings.identity.origin}${sdkPrefix}${path}`
  const answer = app.request(url, { method, headers, body: stream, duplex: 'half' } as RequestInit)
  return { isUnderWay, release, answer }
}
