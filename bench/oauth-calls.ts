import { type HttpCall, sendWell } from './routes.ts'

/** An application as a provider knows it. */
export type Client = { id: string; secret: string }

/** A form that an application sends to a provider, with its secret. */
export const oauthForm = (url: string, { id, secret }: Client, fields: Record<string, string>): HttpCall => ({
  method: 'POST',
  url,
  headers: {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields).toString(),
})

/** Requests tokens from the token endpoint. @throws Error if it returns an error */
export const requestTokens = async <Tokens>(
  url: string,
  client: Client,
  fields: Record<string, string>,
): Promise<Tokens> => JSON.parse((await sendWell(oauthForm(url, client, fields))).text)

/** Introspects a token that must be active. @throws Error if it is not */
export const introspect = async (url: string, client: Client, token: string): Promise<void> => {
  const { text } = await sendWell(oauthForm(url, client, { token }))
  if (!text.includes('"active":true')) throw new Error(text)
}
