import type { HeadlessClient, User } from '../../form/index.ts'

type Passkey = Pick<User['webauthn_registrations'][number], 'webauthn_registration_id' | 'domain'>

/** Deletes a passkey and informs the browser, which would otherwise keep offering it. Rejects with the client's error. */
export const deletePasskey = async (
  client: Pick<HeadlessClient, 'user' | 'webauthn'>,
  { webauthn_registration_id, domain }: Passkey,
): Promise<void> => {
  await client.user.deleteWebauthnRegistration(webauthn_registration_id)
  // The deletion stands whether or not the browser is informed.
  await client.webauthn.signal({ domain }).catch(() => undefined)
}
