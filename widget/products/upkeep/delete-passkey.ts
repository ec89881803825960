import type { HeadlessClient, User } from '../../form/index.ts'

type Passkey = Pick<User['webauthn_registrations'][number], 'webauthn_registration_id' | 'domain'>

/** Deletes a passkey, and tells the browser, which would offer it again. Rejects as the client does when it is not deleted. */
export const deletePasskey = async (
  client: Pick<HeadlessClient, 'user' | 'webauthn'>,
  { webauthn_registration_id, domain }: Passkey,
): Promise<void> => {
  await client.user.deleteWebauthnRegistration(webauthn_registration_id)
  // The passkey is deleted, whether or not the browser is told.
  await client.webauthn.signal({ domain }).catch(() => undefined)
}
