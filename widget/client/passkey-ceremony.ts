import { fromBytes, toBytes } from './base64url.ts'

/** The ceremony that a page is in: browsers allow one. */
let current: AbortController | null = null
let isDialogue = false

/** Throws during a passkey dialog, which autofill must not abort. @throws DOMException `AbortError` */
export const requireIdle = (): void => {
  if (current !== null && isDialogue) throw new DOMException('Another passkey request is pending.', 'AbortError')
}

/** Runs a ceremony and aborts the previous one, since the user meant the new one. */
const alone = async <Outcome>(
  isAutofill: boolean,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> => {
  signal?.throwIfAborted()
  if (isAutofill) requireIdle()
  current?.abort()
  const own = new AbortController()
  current = own
  isDialogue = !isAutofill
  const stop = () => own.abort()
  signal?.addEventListener('abort', stop)
  try {
    return await run(own.signal)
  } finally {
    signal?.removeEventListener('abort', stop)
    if (current === own) current = null
  }
}

type Descriptor = { type: 'public-key'; id: string; transports?: AuthenticatorTransport[] }
const descriptors = (given: readonly Descriptor[] = []): PublicKeyCredentialDescriptor[] =>
  given.map(each => ({ ...each, id: toBytes(each.id) }))

/**
 * Creates a passkey (`navigator.credentials.create`).
 * @param options of the provider, JSON
 * @returns the credential, JSON. @throws DOMException of the browser
 */
export const create = (options: string): Promise<string> =>
  alone(false, undefined, async signal => {
    const { challenge, user, excludeCredentials, ...rest } = JSON.parse(options)
    const made = await navigator.credentials.create({
      signal,
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: descriptors(excludeCredentials),
      },
    })
    const credential = made as PublicKeyCredential
    const response = credential.response as AuthenticatorAttestationResponse
    return textOf(credential, {
      clientDataJSON: fromBytes(response.clientDataJSON),
      attestationObject: fromBytes(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    })
  })

/** Signs with a passkey (`navigator.credentials.get`), chosen in a dialog or by autofill. */
export const get = (
  options: string,
  { isAutofill, signal: given }: { isAutofill: boolean; signal?: AbortSignal | undefined },
): Promise<{ text: string; id: string }> =>
  alone(isAutofill, given, async signal => {
    const { challenge, allowCredentials, ...rest } = JSON.parse(options)
    const got = await navigator.credentials.get({
      signal,
      ...(isAutofill && { mediation: 'conditional' }),
      publicKey: { ...rest, challenge: toBytes(challenge), allowCredentials: descriptors(allowCredentials) },
    })
    const credential = got as PublicKeyCredential
    const response = credential.response as AuthenticatorAssertionResponse
    const text = textOf(credential, {
      clientDataJSON: fromBytes(response.clientDataJSON),
      authenticatorData: fromBytes(response.authenticatorData),
      signature: fromBytes(response.signature),
      userHandle: response.userHandle && fromBytes(response.userHandle),
    })
    return { text, id: credential.id }
  })

const textOf = (credential: PublicKeyCredential, response: object): string =>
  JSON.stringify({
    type: credential.type,
    id: credential.id,
    rawId: credential.id,
    authenticatorAttachment: credential.authenticatorAttachment,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  })
